/*
 * A stand-in for Apple's module Darwin, for type-checking on Linux: what modlint uses of it, declared as the
 * public headers of macOS (<sys/stat.h>, <pthread.h>, <signal.h>, …) declare it. It is never linked.
 */
#ifndef STAND_IN_DARWIN_H
#define STAND_IN_DARWIN_H

typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef signed int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef signed int dev_t;
typedef unsigned short mode_t;
typedef unsigned short nlink_t;
typedef unsigned long long ino_t;
typedef long long off_t;
typedef unsigned int useconds_t;
typedef unsigned int nfds_t;
typedef unsigned int sigset_t;
typedef void (*sig_t)(int);

/* errno.h */
int *__error(void);
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define ENXIO 6
#define EEXIST 17
#define ENODEV 19
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMLINK 31
#define EPIPE 32
#define EAGAIN 35
#define ENOTSUP 45
#define ENOSYS 78

/* fcntl.h, sys/fcntl.h */
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_NONBLOCK 0x00000004
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020

/* sys/stat.h */
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
  long long st_blocks;
  int st_blksize;
  unsigned int st_flags, st_gen;
  int st_lspare;
  long long st_qspare[2];
};
int stat(const char *path, struct stat *status);
int fstat(int file, struct stat *status);
int fstatat(int folder, const char *path, struct stat *status, int flags);
int fchmod(int file, mode_t mode);
int mkdir(const char *path, mode_t mode);

/* unistd.h, stdio.h, stdlib.h, string.h */
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define W_OK (1 << 1)
#define X_OK (1 << 0)
int access(const char *path, int mode);
int close(int file);
int dup2(int file, int other);
int fchown(int file, uid_t owner, gid_t group);
pid_t getpid(void);
int isatty(int file);
int link(const char *path, const char *other);
off_t lseek(int file, off_t offset, int whence);
ssize_t read(int file, void *bytes, size_t count);
int unlink(const char *path);
int usleep(useconds_t time);
ssize_t write(int file, const void *bytes, size_t count);
int rename(const char *old, const char *new);
void exit(int status) __attribute__((noreturn));
void free(void *memory);
char *getenv(const char *name);
char *realpath(const char *restrict path, char *restrict resolved);
char *strdup(const char *text);
char *strerror(int code);
size_t strlen(const char *text);

/* dirent.h, sys/dirent.h */
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10

/* poll.h */
#define POLLIN 0x0001
#define POLLOUT 0x0004
struct pollfd {
  int fd;
  short events;
  short revents;
};
int poll(struct pollfd *files, nfds_t count, int timeout);

/* pthread.h, signal.h */
typedef struct _opaque_pthread_mutex_t {
  long __sig;
  char __opaque[56];
} pthread_mutex_t;
typedef struct _opaque_pthread_cond_t {
  long __sig;
  char __opaque[40];
} pthread_cond_t;
typedef struct _opaque_pthread_mutexattr_t {
  long __sig;
  char __opaque[8];
} pthread_mutexattr_t;
typedef struct _opaque_pthread_condattr_t {
  long __sig;
  char __opaque[8];
} pthread_condattr_t;
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *_Nullable attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *_Nullable attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable old);
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGTERM 15
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_SETMASK 3
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
void (*signal(int number, void (*handler)(int)))(int);

/* time.h, math.h, sys/ttycom.h */
typedef enum { CLOCK_REALTIME = 0, CLOCK_MONOTONIC = 6 } clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
time_t time(time_t *);
struct tm *gmtime_r(const time_t *time, struct tm *parts);
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#endif
