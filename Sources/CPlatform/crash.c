#define _GNU_SOURCE
#include "platform.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

/* What follows runs in a process of which nothing is certain any more: it may call only what POSIX
   lists as async-signal-safe, takes no memory and touches no data but its own. */

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};

static atomic_flag is_reporting = ATOMIC_FLAG_INIT;
static atomic_int has_output = 0;

static const char *line(int signal) {
#define LINE(name)                          \
  "modlint: internal error (" name ");"     \
  " please report it with the output of 'modlint --version'\n"
  switch (signal) {
    case SIGILL: return LINE("SIGILL");
    case SIGTRAP: return LINE("SIGTRAP");
    case SIGSEGV: return LINE("SIGSEGV");
    case SIGBUS: return LINE("SIGBUS");
    case SIGFPE: return LINE("SIGFPE");
    default: return LINE("SIGABRT");
  }
#undef LINE
}

static void say(int descriptor, const char *text) {
  size_t left = strlen(text);
  while (left > 0) {
    ssize_t written = write(descriptor, text, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    left -= (size_t)written;
  }
}

static int takes_more(int descriptor) {
  struct pollfd output = {.fd = descriptor, .events = POLLOUT};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLOUT) != 0;
}

static void leave(int signal) {
  (void)signal;
  _exit(MODLINT_INTERNAL_ERROR);
}

/* Whoever reads what is written may have stopped, and nobody waits for a dead process. */
static void leave_after_a_second(void) {
  struct sigaction action = {.sa_handler = leave};
  sigset_t alarm_only;
  sigemptyset(&action.sa_mask);
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  sigaction(SIGALRM, &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  alarm(1);
}

static void report(int signal) {
  /* Another thread got here first and is about to end the process. */
  while (atomic_flag_test_and_set(&is_reporting)) pause();
  leave_after_a_second();
  say(STDERR_FILENO, line(signal));
  if (atomic_load(&has_output) && takes_more(STDOUT_FILENO)) {
    say(STDOUT_FILENO, "\nmodlint: internal error: the output above is incomplete\n");
  }
  leave(signal);
}

void modlint_note_output(void) { atomic_store_explicit(&has_output, 1, memory_order_relaxed); }

void modlint_report_crashes(void) {
  static _Alignas(16) char main_stack[MODLINT_SIGNAL_STACK];
  modlint_set_signal_stack(main_stack);
  struct sigaction action = {.sa_handler = report, .sa_flags = SA_ONSTACK};
  /* A fault in the handler itself then ends the process by the signal. */
  sigfillset(&action.sa_mask);
  sigset_t reported;
  sigemptyset(&reported);
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    sigaction(signals[index], &action, NULL);
    sigaddset(&reported, signals[index]);
  }
  /* Whoever started this process may have held them back. */
  pthread_sigmask(SIG_UNBLOCK, &reported, NULL);
}
