/*
 * measure ROUNDS COMMAND...
 *
 * Runs each command once unmeasured and then ROUNDS times, the commands taking turns, so that a
 * machine that becomes slower or faster does so for all of them. A command is one argument, its words
 * separated by single spaces; what it writes is thrown away. Prints a line for each measured run: the
 * number of the command, its wall time and its processor time in microseconds from start to exit,
 * its largest resident memory in KiB, and its exit status.
 *
 * A program of its own, since a process counts as its memory what its parent had when it was made:
 * this one has next to none.
 *
 * Build: cc -std=c11 -O2 -o measure measure.c
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

enum { MOST_WORDS = 64 };

static void stop(const char *what) {
  fprintf(stderr, "measure: %s\n", what);
  exit(64);
}

/* Splits `text` in place. */
static void split(char *text, char *words[MOST_WORDS + 1]) {
  int count = 0;
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
    if (count == MOST_WORDS) stop("too many words");
    words[count++] = word;
  }
  if (count == 0) stop("an empty command");
  words[count] = NULL;
}

static long long microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static long long of(struct timeval time) { return time.tv_sec * 1000000LL + time.tv_usec; }

static void run(int number, const char *command, const posix_spawn_file_actions_t *actions,
                int is_measured) {
  char *text = strdup(command), *words[MOST_WORDS + 1];
  if (text == NULL) stop("no memory");
  split(text, words);
  struct rusage usage;
  pid_t process;
  int status;
  long long start = microseconds();
  if (posix_spawnp(&process, words[0], actions, NULL, words, environ) != 0) stop(words[0]);
  if (wait4(process, &status, 0, &usage) != process) stop("wait4");
  long long wall = microseconds() - start;
  free(text);
  if (!is_measured) return;
  printf("%d %lld %lld %ld %d\n", number, wall, of(usage.ru_utime) + of(usage.ru_stime),
         usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int count, char **arguments) {
  int rounds = count > 2 ? atoi(arguments[1]) : 0;
  if (rounds < 1) stop("usage: measure ROUNDS COMMAND...");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  for (int round = 0; round <= rounds; round++)
    for (int command = 2; command < count; command++)
      run(command - 2, arguments[command], &actions, round > 0);
  return 0;
}
