"""Blanks what differs from one build to the next in a binary of Linux, so that equal sources give equal bytes.

usage: drop_hashes.py BINARY

Swift writes a hash of each module into `.swift_modhash`, which the compiler alone reads, and only in object
files, to see whether it can skip one; it changes from build to build.
"""

import pathlib
import struct
import sys

path = pathlib.Path(sys.argv[1])
binary = bytearray(path.read_bytes())
(table,) = struct.unpack_from("<Q", binary, 40)
size, count, names = struct.unpack_from("<HHH", binary, 58)


def section(row):
    """Where its name stands, and its bytes."""
    name, _, _, _, offset, length = struct.unpack_from("<IIQQQQ", binary, table + size * row)
    return name, slice(offset, offset + length)


_, texts = section(names)
for name, content in map(section, range(count)):
    if binary[texts][name:].split(b"\0", 1)[0] == b".swift_modhash":
        binary[content] = bytes(content.stop - content.start)
path.write_bytes(binary)
