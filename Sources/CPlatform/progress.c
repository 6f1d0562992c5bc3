#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

/* The signal may come on any thread, also while another takes the line away again. */
enum { IDLE, ARMED, WRITING, SHOWN };

static atomic_int state = IDLE;
static const char *line;
static size_t length;

static void show(int signal) {
  (void)signal;
  int code = errno;
  int expected = ARMED;
  if (atomic_compare_exchange_strong(&state, &expected, WRITING)) {
    ssize_t written = write(STDERR_FILENO, line, length);
    (void)written;
    atomic_store(&state, SHOWN);
  }
  errno = code;
}

void modlint_progress_start(const char *text, size_t size, int milliseconds) {
  int expected = IDLE;
  if (!atomic_compare_exchange_strong(&state, &expected, ARMED)) return;
  line = text;
  length = size;
  struct sigaction action = {.sa_handler = show, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  /* Whoever started this process may have held the signal back. */
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  struct itimerval timer = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
  if (sigaction(SIGALRM, &action, NULL) != 0 ||
      pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL) != 0 ||
      setitimer(ITIMER_REAL, &timer, NULL) != 0) {
    atomic_store(&state, IDLE);
  }
}

int modlint_progress_is_shown(void) { return atomic_load(&state) == SHOWN; }

int modlint_progress_stop(void) {
  if (atomic_load(&state) == IDLE) return 0;
  const struct itimerval never = {0};
  setitimer(ITIMER_REAL, &never, NULL);
  for (;;) {
    int current = atomic_load(&state);
    if (current == WRITING) {
      sched_yield();
    } else if (atomic_compare_exchange_strong(&state, &current, IDLE)) {
      return current == SHOWN;
    }
  }
}
