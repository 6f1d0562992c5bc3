#define _GNU_SOURCE
#include "platform.h"

#include "children.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __APPLE__
#include <crt_externs.h>
char **modlint_environment(void) { return *_NSGetEnviron(); }
#else
extern char **environ;
char **modlint_environment(void) { return environ; }
#endif

/* Both ends are closed in programs that other threads start meanwhile. */
static int make_pipe(int ends[2]) {
#ifdef __APPLE__
  if (pipe(ends) != 0) return errno;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return 0;
#else
  return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#endif
}

static void close_all(const int *ends, int count) {
  for (int index = 0; index < count; index++) close(ends[index]);
}

static int set_attributes(posix_spawnattr_t *attributes) {
  /* A group of its own, so that what the program starts can be ended with it; signals as a program
     expects them, whatever is ignored here. */
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(attributes, &signals);
  posix_spawnattr_setpgroup(attributes, 0);
  return posix_spawnattr_setflags(attributes, flags);
}

static int set_actions(posix_spawn_file_actions_t *actions, const int *ends, const char *folder) {
  int error = posix_spawn_file_actions_adddup2(actions, ends[0], STDIN_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, ends[3], STDOUT_FILENO);
  if (error == 0) error = posix_spawn_file_actions_adddup2(actions, ends[5], STDERR_FILENO);
  if (error == 0 && folder != NULL) {
    error = posix_spawn_file_actions_addchdir_np(actions, folder);
  }
  return error;
}

static int spawn(const char *program, char *const *arguments, char *const *environment,
                 const char *folder, const int *ends, pid_t *pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    error = set_attributes(&attributes);
    if (error == 0) error = set_actions(&actions, ends, folder);
    if (error == 0) {
      error = posix_spawnp(pid, program, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int modlint_spawn(const char *program, char *const *arguments, char *const *environment,
                  const char *folder, struct modlint_child *child) {
  /* For good: writing to a program that has ended must not end this one. */
  signal(SIGPIPE, SIG_IGN);
  int ends[6];
  for (int index = 0; index < 6; index += 2) {
    int error = make_pipe(ends + index);
    if (error != 0) {
      close_all(ends, index);
      return error;
    }
  }
  pid_t pid = 0;
  sigset_t mask;
  int error = modlint_children_start(&mask);
  if (error == 0) error = spawn(program, arguments, environment, folder, ends, &pid);
  if (error == 0) modlint_children_add(pid);
  modlint_children_started(&mask);
  close(ends[0]);
  close(ends[3]);
  close(ends[5]);
  if (error == 0 && fcntl(ends[1], F_SETFL, O_NONBLOCK) != 0) {
    error = errno;
    modlint_kill(pid);
    modlint_children_remove(pid);
    waitpid(pid, NULL, 0);
  }
  if (error != 0) {
    close(ends[1]);
    close(ends[2]);
    close(ends[4]);
    return error;
  }
  *child = (struct modlint_child){pid, ends[1], ends[2], ends[4]};
  return 0;
}

int modlint_reap(int32_t pid) {
  /* Once waited for, its number may be another one's, which a signal must not end. */
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid) {
    modlint_children_remove(pid);
  }
  int status;
  pid_t ended;
  do {
    ended = waitpid(pid, &status, WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return MODLINT_RUNNING;
  if (ended < 0) return -SIGKILL;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

void modlint_kill(int32_t pid) { kill(-pid, SIGKILL); }
