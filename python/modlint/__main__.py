"""Turns into the program that was installed with this package: exit status and signals are its own."""

import os
import signal
import sys
import sysconfig


def program():
    """The path of the program, or None."""
    package = os.path.dirname(os.path.realpath(__file__))
    folders = [
        # Of an environment, a user or the system: PREFIX/lib/python3.x/site-packages/modlint.
        os.path.join(package, *[os.pardir] * 4, "bin"),
        # Of `pip install --target`.
        os.path.join(package, os.pardir, "bin"),
        sysconfig.get_path("scripts"),
    ]
    paths = (os.path.normpath(os.path.join(folder, "modlint")) for folder in folders)
    return next((path for path in paths if os.path.isfile(path)), None)


def main():
    path = program()
    if path is None:
        sys.exit("modlint: the program is not beside this package; install modlint again")
    # Python ignores these two, and a program inherits that: a closed pipe would become an error.
    for name in ("SIGPIPE", "SIGXFSZ"):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    sys.stdout.flush()
    os.execv(path, [path, *sys.argv[1:]])


main()
