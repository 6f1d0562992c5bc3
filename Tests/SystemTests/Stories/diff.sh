layers app domain core
spec core/Network
spec core/Old
spec domain/Cart Network
spec app/Shop Cart Old
commit "start"
git checkout --quiet -b work

say "nothing changed"
run modlint diff main
run modlint diff main --format markdown

say "modules and links come and go"
rm -r core/Old
spec core/Store Network
spec domain/Cart Network Store
spec app/Shop Cart
mkdir features
git mv core/Network domain/Network
run modlint diff main
run modlint diff main --format markdown
run modlint diff main --format json
run modlint graph --since main --format mermaid
run modlint graph --since main --format svg --focus Store

say "a violation that went"
commit "done"
git branch --force main
spec core/Store
mv domain/Network core/Network
run modlint diff main

say "names are escaped"
mkdir -p "core/Odd"
cat >core/Odd/project.yml <<'SPEC'
name: Odd
targets:
  "<b>|*x*|<br>":
    type: framework
    platform: iOS
    dependencies:
      - framework: Network.framework
        implicit: true
SPEC
run modlint diff main --format markdown
run modlint diff -x
run modlint graph --since nowhere

say "a workspace that was not there before"
mkdir -p new/core
cat >new/rules.yml <<'RULES'
version: 1
layers: [core]
RULES
spec new/core/Charts
run modlint diff main new
run modlint graph --since main --format mermaid new

say "from a folder that is gone"
mkdir gone
cd gone
rmdir ../gone
run modlint diff main
run modlint
run modlint init
