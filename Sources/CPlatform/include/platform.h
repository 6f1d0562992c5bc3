/* What modlint needs of the system and Swift's C modules do not show or do not show alike. */
#ifndef MODLINT_PLATFORM_H
#define MODLINT_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/*
 * A folder's whole listing: records one after another, each
 *
 *   offset 16  uint16_t  length of the record
 *   offset 18  uint8_t   DT_UNKNOWN, DT_REG, ...
 *   offset 19  char[]    name, ended by a NUL
 *
 * which is what Linux gives. The memory is reused from one folder to the next.
 */
struct modlint_listing {
  uint8_t *_Nullable records;
  size_t size;
  size_t capacity;
};

enum { MODLINT_RECORD_LENGTH = 16, MODLINT_RECORD_KIND = 18, MODLINT_RECORD_NAME = 19 };

/* Fills `listing` with the entries of the open folder `folder`. Returns 0, or an errno. */
int modlint_list(int folder, struct modlint_listing *_Nonnull listing);

/* Adds an entry to `listing`. Returns 0, or an errno. */
int modlint_listing_add(struct modlint_listing *_Nonnull listing, uint8_t kind,
                        const char *_Nonnull name, size_t count);

/* Frees the memory of `listing`. */
void modlint_listing_free(struct modlint_listing *_Nonnull listing);

/* Runs `body` on a new thread. Returns 0, or an errno. */
int modlint_thread_start(uintptr_t *_Nonnull thread, void (*_Nonnull body)(void *_Nonnull),
                         void *_Nonnull argument);

/* Waits for the end of a thread, once. */
void modlint_thread_join(uintptr_t thread);

/* A program that was started, with our ends of the pipes to it. */
struct modlint_child {
  int32_t pid;
  int32_t input;
  int32_t output;
  int32_t standard_error;
};

/*
 * Starts `program`, looked for on the PATH unless it has a slash, in a process group of its own and
 * in `folder` unless that is NULL. Our end of its input does not block. Returns 0, or an errno.
 */
int modlint_spawn(const char *_Nonnull program, char *_Nullable const *_Nonnull arguments,
                  char *_Nullable const *_Nonnull environment, const char *_Nullable folder,
                  struct modlint_child *_Nonnull child);

/* What `modlint_reap` returns while the program still runs. */
enum { MODLINT_RUNNING = -1000 };

/* The exit status of a program, or minus the signal that ended it; does not wait. */
int modlint_reap(int32_t pid);

/* Ends a program and all it has started. */
void modlint_kill(int32_t pid);

/*
 * Reports every crash of this process, on whichever thread: one line on standard error, and exit status
 * MODLINT_INTERNAL_ERROR (EX_SOFTWARE of sysexits.h).
 */
void modlint_report_crashes(void);

enum { MODLINT_INTERNAL_ERROR = 70 };

/* Tells the report of a crash that standard output has begun, so that it marks that as incomplete. */
void modlint_note_output(void);

/* Bytes of the stack that a signal handler runs on where its thread has used up its own. */
enum { MODLINT_SIGNAL_STACK = 64 << 10 };

/* Makes MODLINT_SIGNAL_STACK bytes that of the current thread. Threads started here have one. */
void modlint_set_signal_stack(void *_Nonnull stack);

/* Swaps the files of two names in one step. Returns 0, or an errno: ENOSYS where the system cannot. */
int modlint_exchange(const char *_Nonnull path, const char *_Nonnull other);

/* The environment of this process, ended by NULL. */
char *_Nullable *_Nullable modlint_environment(void);

/* The number of processor cores this process may run on, at least 1. */
int modlint_cores(void);

/* How often threads of this process gave up their core to wait for something; 0 where unknown. */
long modlint_waits(void);

#endif
