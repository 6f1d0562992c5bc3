"""Lets pip, uv, pipx and pre-commit install modlint from a clone (PEP 517) without building it.

The wheel is, in this order,

1. the file that the variable MODLINT_WHEEL names
2. that of the release, from MODLINT_DOWNLOADS or from the releases of the GitHub repository that is the
   clone's `origin`, if it has one for this machine; its checksum is compared
3. built from the clone, which takes Swift and minutes
"""

import hashlib
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request

import wheels


class Refusal(SystemExit):
    """Ends the installation with a sentence instead of a trace."""

    def __init__(self, reason):
        super().__init__(f"modlint: {reason}")


def say(text):
    print(f"modlint: {text}", file=sys.stderr, flush=True)


def releases_address():
    """Where the releases are, each in a folder `vVERSION`, or None."""
    if os.environ.get("MODLINT_DOWNLOADS"):
        return os.environ["MODLINT_DOWNLOADS"].rstrip("/")
    try:
        question = ["git", "-C", str(wheels.ROOT), "remote", "get-url", "origin"]
        origin = subprocess.run(question, capture_output=True, text=True).stdout.strip()
    except OSError:
        return None
    repository = re.fullmatch(
        r"(?:https://(?:[^/@]+@)?github\.com/|(?:ssh://)?git@github\.com[:/])([\w.-]+/[\w.-]+?)(?:\.git)?/?", origin
    )
    return f"https://github.com/{repository[1]}/releases/download" if repository else None


def fetch(address):
    """The bytes at an address, or None where there is nothing."""
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise Refusal(f"{address}: {error}") from error
    except urllib.error.URLError as error:
        if isinstance(error.reason, FileNotFoundError):
            return None
        raise Refusal(f"{address}: {error.reason}") from error


def released_tag():
    """The tag of the wheel that releases may have for this machine, or None."""
    if platform.system() == "Darwin":
        version = int(platform.mac_ver()[0].partition(".")[0] or 0)
        return wheels.UNIVERSAL_MAC if version >= 14 else None
    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    is_released = platform.system() == "Linux" and machine in wheels.MACHINES.values()
    return wheels.ANY_LINUX.format(machine) if is_released else None


def from_release(folder):
    """Downloads the wheel for this machine; its name, or None if the release has none."""
    address = releases_address()
    tag = released_tag()
    if address is None or tag is None:
        return None
    address += f"/v{wheels.constant('version')}"
    name = wheels.wheel_name(tag)
    sums = fetch(f"{address}/SHA256SUMS")
    listed = re.search(rf"^([0-9a-f]{{64}})  {re.escape(name)}$", (sums or b"").decode(), re.M)
    if not listed:
        return None
    wheel = fetch(f"{address}/{name}")
    if wheel is None:
        raise Refusal(f"{address}/{name} is listed in SHA256SUMS and not there")
    if hashlib.sha256(wheel).hexdigest() != listed[1]:
        raise Refusal(f"{address}/{name} is not what SHA256SUMS says")
    (pathlib.Path(folder) / name).write_bytes(wheel)
    say(f"took {address}/{name}")
    return name


def from_sources(folder):
    if not shutil.which("swift"):
        raise Refusal(
            "no release has a wheel for this machine, and there is no Swift to build it with; install modlint "
            "another way and use the hook 'modlint-system', or name a wheel by MODLINT_WHEEL"
        )
    say("no release has a wheel for this machine; building it, which takes minutes")
    subprocess.run(["scripts/dist.sh"], cwd=wheels.ROOT, check=True, stdout=sys.stderr)
    return wheels.write_wheel(folder)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517: puts a wheel into the folder and returns its name."""
    named = os.environ.get("MODLINT_WHEEL")
    if not named:
        return from_release(wheel_directory) or from_sources(wheel_directory)
    if not os.path.isfile(named):
        raise Refusal(f"MODLINT_WHEEL names '{named}', which is not a file")
    return os.path.basename(shutil.copy(named, wheel_directory))


def build_sdist(sdist_directory, config_settings=None):
    """The other hook of PEP 517; what pip and pre-commit install needs it not."""
    raise Refusal("sources are released as a git repository")
