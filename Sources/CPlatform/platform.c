#define _GNU_SOURCE
#include "platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* The longest record: the fixed part, a name of 255 bytes (1,023 on Darwin), a NUL, padding. */
enum { FIRST_CAPACITY = 1 << 16, LONGEST_RECORD = 1 << 11 };

static int make_room(struct modlint_listing *listing) {
  if (listing->capacity - listing->size >= LONGEST_RECORD) return 0;
  size_t capacity = listing->capacity ? listing->capacity * 2 : FIRST_CAPACITY;
  uint8_t *records = realloc(listing->records, capacity);
  if (records == NULL) return ENOMEM;
  listing->records = records;
  listing->capacity = capacity;
  return 0;
}

int modlint_listing_add(struct modlint_listing *listing, uint8_t kind, const char *name,
                        size_t count) {
  size_t length = (MODLINT_RECORD_NAME + count + 1 + 7) / 8 * 8;
  if (length > LONGEST_RECORD) return ENAMETOOLONG;
  int error = make_room(listing);
  if (error != 0) return error;
  uint8_t *record = listing->records + listing->size;
  uint16_t short_length = (uint16_t)length;
  memcpy(record + MODLINT_RECORD_LENGTH, &short_length, sizeof short_length);
  record[MODLINT_RECORD_KIND] = kind;
  memcpy(record + MODLINT_RECORD_NAME, name, count);
  record[MODLINT_RECORD_NAME + count] = 0;
  listing->size += length;
  return 0;
}

void modlint_listing_free(struct modlint_listing *listing) {
  free(listing->records);
  memset(listing, 0, sizeof *listing);
}

void modlint_set_signal_stack(void *stack) {
  const stack_t other = {.ss_sp = stack, .ss_size = MODLINT_SIGNAL_STACK};
  sigaltstack(&other, NULL);
}

struct thread_start {
  void (*body)(void *);
  void *argument;
};

static void *run(void *argument) {
  struct thread_start start = *(struct thread_start *)argument;
  free(argument);
  /* At the far end of the thread's own stack, which is where a stack overflow does not reach. */
  _Alignas(16) char signal_stack[MODLINT_SIGNAL_STACK];
  modlint_set_signal_stack(signal_stack);
  start.body(start.argument);
  return NULL;
}

int modlint_thread_start(uintptr_t *thread, void (*body)(void *), void *argument) {
  /* The same everywhere: Darwin gives 512 KiB unless told, musl 128. */
  const size_t stack = 8 << 20;
  struct thread_start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct thread_start){body, argument};
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    pthread_attr_setstacksize(&attributes, stack);
    pthread_t handle;
    error = pthread_create(&handle, &attributes, run, start);
    pthread_attr_destroy(&attributes);
    if (error == 0) *thread = (uintptr_t)handle;
  }
  if (error != 0) free(start);
  return error;
}

void modlint_thread_join(uintptr_t thread) { pthread_join((pthread_t)thread, NULL); }

long modlint_waits(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_nvcsw : 0;
}

#ifdef __linux__

#include <sched.h>
#include <sys/syscall.h>

int modlint_exchange(const char *path, const char *other) {
#ifdef SYS_renameat2
  const unsigned exchange = 1 << 1; /* RENAME_EXCHANGE, which not every header names */
  return syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, other, exchange) == 0 ? 0 : errno;
#else
  (void)path, (void)other;
  return ENOSYS;
#endif
}

int modlint_list(int folder, struct modlint_listing *listing) {
  listing->size = 0;
  for (;;) {
    int error = make_room(listing);
    if (error != 0) return error;
    long got = syscall(SYS_getdents64, folder, listing->records + listing->size,
                       listing->capacity - listing->size);
    if (got < 0) return errno;
    if (got == 0) return 0;
    listing->size += (size_t)got;
  }
}

/* sysconf would read a file of /sys for this. */
int modlint_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? (int)cores : 1;
}

#else

#include <stdio.h>

int modlint_exchange(const char *path, const char *other) {
#ifdef __APPLE__
  return renamex_np(path, other, RENAME_SWAP) == 0 ? 0 : errno;
#else
  (void)path, (void)other;
  return ENOSYS;
#endif
}

int modlint_list(int folder, struct modlint_listing *listing) {
  listing->size = 0;
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0); /* closedir closes what it is given */
  if (copy < 0) return errno;
  DIR *stream = fdopendir(copy);
  if (stream == NULL) {
    int error = errno;
    close(copy);
    return error;
  }
  int error = 0;
  for (;;) {
    errno = 0;
    const struct dirent *entry = readdir(stream);
    if (entry == NULL) {
      error = errno;
      break;
    }
    error = modlint_listing_add(listing, entry->d_type, entry->d_name, strlen(entry->d_name));
    if (error != 0) break;
  }
  closedir(stream);
  return error;
}

int modlint_cores(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores > 0 ? (int)cores : 1;
}

#endif
