/* The programs that run for this process, and end with it when a signal ends it. */
#ifndef MODLINT_CHILDREN_H
#define MODLINT_CHILDREN_H

#include <signal.h>
#include <stdint.h>

/*
 * Holds the signals back that end the process, until `modlint_children_started` is called with `mask`.
 * Returns 0, or EINTR if one has come already; that call follows either way.
 */
int modlint_children_start(sigset_t *mask);
void modlint_children_started(const sigset_t *mask);

/* A process group that was started, or whose first process has ended. */
void modlint_children_add(int32_t group);
void modlint_children_remove(int32_t group);

#endif
