/*
 * copy FILE
 *
 * Writes a file to standard output, byte by byte through a table of escapes into a buffer of 64 KiB, as
 * a program does that has the text of a report and only has to write it. What a report costs beside
 * finding what is in it is compared with this.
 *
 * Build: cc -std=c11 -O2 -o copy copy.c
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { PIECE = 1 << 16 };

static unsigned char input[PIECE], output[2 * PIECE], escapes[256];

static void stop(const char *what) {
  perror(what);
  exit(64);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: copy FILE\n");
    return 64;
  }
  int file = open(arguments[1], O_RDONLY);
  if (file < 0) stop(arguments[1]);
  /* None of them is in the text of a report, but the compiler does not know. */
  for (int byte = 0; byte < 9; byte++) escapes[byte] = '?';
  for (ssize_t size; (size = read(file, input, PIECE)) != 0;) {
    if (size < 0) stop(arguments[1]);
    size_t length = 0;
    for (ssize_t index = 0; index < size; index++) {
      unsigned char byte = input[index];
      if (escapes[byte] != 0) {
        output[length++] = '\\';
        byte = escapes[byte];
      }
      output[length++] = byte;
    }
    for (size_t sent = 0; sent < length;) {
      ssize_t part = write(STDOUT_FILENO, output + sent, length - sent);
      if (part < 0) stop("standard output");
      sent += (size_t)part;
    }
  }
  return 0;
}
