/* The files that are a part of the program: the pages of the rules, what HTML pages consist of, schemas. */
#ifndef MODLINT_RESOURCES_H
#define MODLINT_RESOURCES_H

/* The UTF-8 text of the file `name`, which lasts as long as the program, or NULL. */
const unsigned char *_Nullable modlint_resource(const char *_Nonnull name);

#endif
