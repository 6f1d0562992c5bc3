/*
 * floor FOLDER [SUFFIX]
 *
 * The least that a linter of XcodeGen projects has to do: visit every folder of a tree once, read
 * each project.yml in it, and let libyaml parse what it says. Nothing is kept; one thread.
 * Hidden folders and those of other tools are not entered, links not followed.
 * With a SUFFIX, such as .swift, the files whose names end so are read instead, and nothing is parsed.
 *
 * Linux only. Build: cc -std=c11 -O2 -o floor floor.c -lyaml
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

static struct {
  unsigned long folders, files, bytes, events, faulty;
} total;

static void stop(const char *name) {
  fprintf(stderr, "floor: %s: %s\n", name, strerror(errno));
  exit(1);
}

/* ---- A file ---- */

static struct {
  unsigned char *start;
  size_t capacity;
} text;

/* Reads a file into `text` and returns its size. A short read of a regular file is the last. */
static size_t slurp(int folder, const char *name) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  if (file < 0) stop(name);
  size_t size = 0, room;
  ssize_t got;
  do {
    if (size == text.capacity) {
      text.capacity = text.capacity == 0 ? 1 << 16 : text.capacity * 2;
      text.start = realloc(text.start, text.capacity);
      if (text.start == NULL) stop(name);
    }
    room = text.capacity - size;
    got = read(file, text.start + size, room);
    if (got < 0) stop(name);
    size += (size_t)got;
  } while ((size_t)got == room);
  close(file);
  return size;
}

static void parse(size_t size) {
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser)) stop("libyaml");
  yaml_parser_set_input_string(&parser, text.start, size);
  yaml_event_type_t type = YAML_NO_EVENT;
  while (type != YAML_STREAM_END_EVENT) {
    if (!yaml_parser_parse(&parser, &event)) {
      total.faulty++;
      break;
    }
    type = event.type;
    total.events++;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

/* ---- The tree ---- */

static bool is_entered(const char *name) {
  static const char *const others[] = {"Pods", "Carthage", "DerivedData", "node_modules"};
  if (name[0] == '.') return false;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp(name, others[i]) == 0) return false;
  return true;
}

/* The type of an entry, asked for only where the file system does not list it. */
static unsigned char type_of(int folder, const struct dirent64 *entry) {
  struct stat status;
  if (entry->d_type != DT_UNKNOWN) return entry->d_type;
  if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) stop(entry->d_name);
  return IFTODT(status.st_mode);
}

/* What the names of files that are read end with; NULL for the specs. */
static const char *suffix;

static bool is_read(const char *name) {
  if (suffix == NULL) return strcmp(name, "project.yml") == 0;
  size_t length = strlen(name), end = strlen(suffix);
  return length > end && strcmp(name + length - end, suffix) == 0;
}

static void visit(int above, const char *name) {
  int folder = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) stop(name);
  total.folders++;

  _Alignas(struct dirent64) char listing[1 << 15];
  ssize_t size;
  while ((size = getdents64(folder, listing, sizeof listing)) > 0) {
    const struct dirent64 *entry;
    for (char *at = listing; at < listing + size; at += entry->d_reclen) {
      entry = (const struct dirent64 *)at;
      if (is_read(entry->d_name)) {
        if (type_of(folder, entry) != DT_REG) continue;
        size_t bytes = slurp(folder, entry->d_name);
        total.files++;
        total.bytes += bytes;
        if (suffix == NULL) parse(bytes);
      } else if (type_of(folder, entry) == DT_DIR && is_entered(entry->d_name)) {
        visit(folder, entry->d_name);
      }
    }
  }
  if (size < 0) stop(name);
  close(folder);
}

int main(int count, char **arguments) {
  if (count != 2 && count != 3) {
    fputs("usage: floor FOLDER [SUFFIX]\n", stderr);
    return 64;
  }
  suffix = count == 3 ? arguments[2] : NULL;
  visit(AT_FDCWD, arguments[1]);
  printf("%lu folders, %lu files, %lu bytes, %lu events, %lu with faults\n", total.folders,
         total.files, total.bytes, total.events, total.faulty);
  return 0;
}
