#define _GNU_SOURCE
#include "children.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/*
 * Programs run in process groups of their own, which no signal of a terminal reaches. So whoever
 * interrupts this process ends them as well: what `swift` builds must not go on behind a prompt.
 */

enum { MOST = 64 };

static _Atomic int32_t groups[MOST];
/* Threads that are about to add a group. */
static atomic_int starting;
static atomic_int isEnding;

static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
enum { SIGNALS = sizeof signals / sizeof *signals };

static void end(int number) {
  int code = errno;
  atomic_store(&isEnding, 1);
  /* None of these threads is the one that runs this: they hold the signals back. */
  const struct timespec pause = {0, 1000000};
  for (int tries = 0; tries < 2000 && atomic_load(&starting) > 0; tries++) nanosleep(&pause, NULL);
  for (int index = 0; index < MOST; index++) {
    int32_t group = atomic_load(&groups[index]);
    if (group > 0) kill(-group, SIGKILL);
  }
  /* SA_RESETHAND: this one ends the process, so that who started it sees by what. */
  raise(number);
  errno = code;
}

static void install(void) {
  static atomic_flag isInstalled = ATOMIC_FLAG_INIT;
  if (atomic_flag_test_and_set(&isInstalled)) return;
  struct sigaction action = {.sa_handler = end, .sa_flags = SA_RESETHAND};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < SIGNALS; index++) {
    struct sigaction old;
    /* Ignored stays ignored, as under nohup. */
    if (sigaction(signals[index], NULL, &old) == 0 && old.sa_handler == SIG_DFL) {
      sigaction(signals[index], &action, NULL);
    }
  }
}

int modlint_children_start(sigset_t *mask) {
  install();
  sigset_t ending;
  sigemptyset(&ending);
  for (int index = 0; index < SIGNALS; index++) sigaddset(&ending, signals[index]);
  pthread_sigmask(SIG_BLOCK, &ending, mask);
  atomic_fetch_add(&starting, 1);
  return atomic_load(&isEnding) ? EINTR : 0;
}

void modlint_children_started(const sigset_t *mask) {
  atomic_fetch_sub(&starting, 1);
  pthread_sigmask(SIG_SETMASK, mask, NULL);
}

void modlint_children_add(int32_t group) {
  for (int index = 0; index < MOST; index++) {
    int32_t none = 0;
    if (atomic_compare_exchange_strong(&groups[index], &none, group)) return;
  }
}

void modlint_children_remove(int32_t group) {
  for (int index = 0; index < MOST; index++) {
    int32_t known = group;
    if (atomic_compare_exchange_strong(&groups[index], &known, 0)) return;
  }
}
