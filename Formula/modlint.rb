class Modlint < Formula
  desc "Linter for the module graph of iOS and macOS repositories"
  homepage "https://github.com/YOUR-ORGANISATION/modlint"
  url "https://github.com/YOUR-ORGANISATION/modlint.git", tag: "v0.1.0"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "libyaml"
  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build, since: :tahoe

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "modlint"
    bin.install ".build/release/modlint"
    generate_completions_from_executable(bin/"modlint", "--generate-completion-script")
    help = Utils.safe_popen_read(bin/"modlint", "--experimental-dump-help")
    (buildpath/"help.json").write help
    page = Utils.safe_popen_read("sh", "-c", "python3 scripts/manual.py #{version} <help.json")
    (man1/"modlint.1").write page
  end

  test do
    (testpath/"rules.yml").write "version: 1\nlayers: [app]\n"
    (testpath/"app/project.yml").write "name: A\ntargets: { A: { type: application, platform: iOS } }\n"
    assert_match "1 module, 0 links, 1 layer: 0 errors, 0 warnings", shell_output("#{bin}/modlint")
  end
end
