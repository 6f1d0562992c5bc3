# shellcheck shell=sh
# examples/broken while its violations are resolved; docs/history.md shows the table and the chart.
cp -R "$0/../../../examples/broken/." .
month=0
step() {
  month=$((month + 1))
  GIT_AUTHOR_DATE="2026-0$month-01T12:00:00Z" GIT_COMMITTER_DATE="2026-0$month-01T12:00:00Z"
  commit "$*"
}
# drop FILE TEXT LINES: removes the line with a text and those after it, as many as given in all
drop() {
  awk -v text="$2" -v count="$3" 'index($0, text) { left = count } left > 0 { left--; next } { print }' "$1" >new
  mv new "$1"
}
step "Take up modlint"
git tag start
drop service/HeatRadiator/project.yml "# No source imports it" 3
drop domain/Peripheries/project.yml "# A letter is missing" 3
step "Drop links that lead nowhere"
git mv robotics/Canadarm service/Canadarm
step "Give Canadarm a layer"
sed 's/ISSSpacesuitService\.framework/ISSSpacesuitServiceCore.framework/' \
  service/CosmonautService/project.yml >new
mv new service/CosmonautService/project.yml
sed 's/import ISSSpacesuitService$/import ISSSpacesuitServiceCore/' \
  service/CosmonautService/ISSCosmonautService/CosmonautService.swift >new
mv new service/CosmonautService/ISSCosmonautService/CosmonautService.swift
drop service/HeatRadiator/project.yml "# Interfaces may link" 3
drop service/HeatRadiator/project.yml "dependencies:" 1
sed 's/^  ISSHeatRadiator:/&\n    dependencies: [{target: ISSHeatRadiatorCore}]/' service/HeatRadiator/project.yml >new
mv new service/HeatRadiator/project.yml
drop service/HeatRadiator/project.yml "      - target: ISSHeatRadiatorCore" 1
drop service/HeatRadiator/ISSHeatRadiatorCore/Cooling.swift "import ISSSolarArrayCore" 1
step "Link interfaces of other services, in one direction"
drop core/Radio/project.yml "dependencies:" 4
drop core/Radio/ISSRadio/Radio.swift "import ISSSpacesuitServiceCore" 1
step "Free the radio of the spacesuit"
drop domain/Peripheries/project.yml "GoogleMaps" 1
drop domain/Peripheries/ISSPeripheries/Panels.swift "import GoogleMaps" 1
step "Draw maps in one place"
drop domain/Peripheries/ISSPeripheries/Panels.swift "import ISSCosmonautServiceCore" 1
step "Import what is linked"

run modlint history --since 2026-01-01
run modlint history --format svg
run modlint lint
