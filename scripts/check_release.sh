#!/bin/sh
# Makes a release twice, under another umask, time zone and date of files, and holds the two against each
# other; then takes it as those who download it do.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

fail() {
  echo "$*" >&2
  exit 1
}

make_release() {
  scripts/release.sh "$1" >"$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 1
  }
}
make_release "$scratch/first"
touch dist/modlint dist/modlint.1 README.md LICENSE integrations/modlint.gitlab-ci.yml
(umask 077 && export TZ=Asia/Tokyo && make_release "$scratch/second")
diff -r "$scratch/first" "$scratch/second"
cmp "$scratch/first.md" "$scratch/second.md"
[ "$(cd "$scratch/first" && stat -c '%a' -- *)" = "$(cd "$scratch/second" && stat -c '%a' -- *)" ] ||
  fail "modes are those of the umask"

cd "$scratch/first"
sha256sum --quiet --check SHA256SUMS
[ "$(cut -c 67- SHA256SUMS | LC_ALL=C sort)" = "$(find . -type f ! -name SHA256SUMS | cut -c 3- | LC_ALL=C sort)" ] ||
  fail "SHA256SUMS does not name each file"
for file in modlint-*.tar.gz modlint-*.whl modlint-*.artifactbundle.zip modlint.gitlab-ci.yml rules.schema.json \
  baseline.schema.json; do
  [ -s "$file" ] || fail "there is no $file"
done
cmp rules.schema.json - <<END
$("$OLDPWD/dist/modlint" schema rules)
END
for file in *.schema.json; do
  python3 -m json.tool "$file" >/dev/null || fail "$file is not JSON"
done
# The three hold one program.
mkdir archive wheel bundle
tar -xzf modlint-*.tar.gz -C archive
python3 -m zipfile -e modlint-*.whl wheel
python3 -m zipfile -e modlint-*.artifactbundle.zip bundle
for program in archive/*/bin/modlint wheel/*.data/scripts/modlint bundle/*/*/bin/modlint; do
  cmp "$program" "$OLDPWD/dist/modlint"
done
[ "$(wc -l <"$scratch/first.md")" -gt 3 ] && ! grep -q '^## ' "$scratch/first.md" || fail "the notes are not one section"
