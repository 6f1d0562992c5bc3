#!/bin/sh
# Packs what scripts/dist.sh built as dist/modlint-VERSION-linux-MACHINE.tar.gz, laid out to be unpacked
# over /usr/local, with checksums inside. The same files give the same bytes.
set -eu
cd "$(dirname "$0")/.."

version=$(dist/modlint --version)
name=modlint-$version-linux-$(uname -m)
stage=.build/archive
rm -rf "$stage" dist/modlint-*.tar.gz

# place FILE FOLDER [NAME]
place() {
  mkdir -p "$stage/$name/$2"
  cp "$1" "$stage/$name/$2/${3-}"
}

place dist/modlint bin
place dist/modlint.1 share/man/man1
place dist/modlint.bash share/bash-completion/completions modlint
place dist/_modlint share/zsh/site-functions
place dist/modlint.fish share/fish/vendor_completions.d
for text in LICENSE THIRD-PARTY.md README.md CHANGELOG.md; do
  place "$text" share/doc/modlint
done

cd "$stage/$name"
find bin share -type f | LC_ALL=C sort | xargs sha256sum >../SHA256SUMS
mv ../SHA256SUMS share/doc/modlint/
cd ..
# Modes and owners as no umask or user gives them; any date does that is not before tar's own.
tar --sort=name --mtime=@946684800 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
  --format=ustar -cf - "$name" | gzip -n -9 >"$name.tar.gz"
mv "$name.tar.gz" ../../dist/
echo "dist/$name.tar.gz"
