/* Runs all of CPlatform for scripts/sanitize.sh: lists the folders that are its arguments, each on a
 * thread of its own. */
#define _GNU_SOURCE
#include "platform.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
  const char *path;
  size_t entries;
};

static void list(void *argument) {
  struct job *job = argument;
  struct modlint_listing listing = {0};
  int folder = open(job->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  assert(folder >= 0);
  /* Again and again into the same memory. */
  for (int round = 0; round < 3; round++) {
    assert(lseek(folder, 0, SEEK_SET) == 0);
    assert(modlint_list(folder, &listing) == 0);
    job->entries = 0;
    for (size_t at = 0; at < listing.size; job->entries++) {
      uint16_t length;
      memcpy(&length, listing.records + at + MODLINT_RECORD_LENGTH, sizeof length);
      assert(length > MODLINT_RECORD_NAME && at + length <= listing.size);
      size_t room = length - MODLINT_RECORD_NAME;
      assert(memchr(listing.records + at + MODLINT_RECORD_NAME, 0, room) != NULL);
      at += length;
    }
  }
  close(folder);
  assert(modlint_list(-1, &listing) != 0);
  modlint_listing_free(&listing);
  assert(listing.records == NULL && listing.capacity == 0);
}

/* Adds more entries than fit the first memory, each as long as one may be. */
static void add(void) {
  struct modlint_listing listing = {0};
  char name[1 << 11];
  memset(name, 'a', sizeof name);
  assert(modlint_listing_add(&listing, 0, name, sizeof name) != 0);
  size_t longest = sizeof name;
  while (modlint_listing_add(&listing, 0, name, longest) != 0) longest--;
  for (int number = 0; number < 100; number++) {
    assert(modlint_listing_add(&listing, 4, name, longest) == 0);
  }
  assert(listing.size == 101 * sizeof name && listing.capacity >= listing.size);
  modlint_listing_free(&listing);
}

int main(int count, char **paths) {
  add();
  assert(count > 1 && modlint_cores() >= 1);
  uintptr_t *threads = calloc((size_t)count, sizeof *threads);
  struct job *jobs = calloc((size_t)count, sizeof *jobs);
  assert(threads != NULL && jobs != NULL);
  for (int i = 1; i < count; i++) {
    jobs[i].path = paths[i];
    assert(modlint_thread_start(&threads[i], list, &jobs[i]) == 0);
  }
  for (int i = 1; i < count; i++) {
    modlint_thread_join(threads[i]);
    assert(jobs[i].entries > 2);
  }
  free(threads);
  free(jobs);
  return 0;
}
