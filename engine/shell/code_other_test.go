package shell

import (
	"strings"
	"testing"
)

// TestOtherLanguages checks what scripts of languages that are read as one delete and start.
func TestOtherLanguages(t *testing.T) {
	for _, test := range []struct{ run, file, code, want string }{
		{"julia x.jl", "x.jl", "rm(\"a.txt\")", "delete a.txt"},
		{"julia x.jl", "x.jl", "# rm(\"b\")\nrm(\"out\"; recursive=true, force=true)\nprintln(\"rm\")", "delete out"},
		{"julia x.jl", "x.jl", "run(`git push --force`)", "git push --force"},
		{"Rscript x.R", "x.R", "unlink(\"out\", recursive = TRUE)\nfile.remove('a.csv')\nx <- read.csv(\"b.csv\")\nrm(x)", "delete out; delete a.csv"},
		{"Rscript x.R", "x.R", "system2(\"git\", c(\"push\", \"--force\"), stdout = \"log\")", "git push --force"},
		{"java X.java", "X.java", "import java.nio.file.*;\n\nclass X {\n    public static void main(String[] a) throws Exception {\n        Files.delete(Path.of(\"a.txt\"));\n        new File(\"out\").deleteOnExit();\n    }\n}", "delete a.txt"},
		{"java X.java", "X.java", "class X { void f() { new ProcessBuilder(\"git\", \"commit\", \"-am\", \"x\").start(); } }", "git commit -am x"},
		{"kotlinc -script x.kts", "x.kts", "val d = File(\"out\")\nd.deleteRecursively()\nPath.of(\"a.txt\").toFile().delete()\nmap.delete(\"b\")", "delete out; delete a.txt"},
		{"dotnet run x.cs", "x.cs", "Directory.Delete(\"out\", true);\nFile.Delete(\"a.txt\");\nProcess.Start(\"git\", \"push --force\");", "delete out; delete a.txt; git push --force"},
		{"elixir x.exs", "x.exs", "File.rm_rf!(\"out\")\nFile.rm!(\"a.txt\")\nSystem.cmd(\"git\", [\"push\", \"--force\"], cd: \"/srv\")", "delete out; delete a.txt; git push --force"},
		{"cargo run -p xtask", "xtask/src/main.rs", "fn f<'a>(x: &'a str) {}\nfn main() {\n    std::fs::remove_dir_all(\"out\").unwrap();\n    Command::new(\"git\")\n        .args([\"push\", \"--force\"])\n        .arg(\"origin\")\n        .status();\n}", "delete out; git push --force origin"},
		{"runghc x.hs", "x.hs", "main = do\n  removeFile \"a.txt\"\n  callProcess \"git\" [\"push\", \"--force\"]", "delete a.txt; git push --force"},
		{"emacs --script x.el", "x.el", "(setq x 'y)\n(delete-directory \"out\" t)\n(shell-command \"git push --force\")", "delete out; git push --force"},
		{"julia x.jl", "x.jl", "rm(joinpath(dir, \"x\"))\nrm(\"$dir/x\")\nfunction f() end", ""},
		{"cargo run --bin reset", "src/bin/reset.rs", "fn main() { fs::remove_file(\"a.txt\"); }", "delete a.txt"},
		{"swift x.swift", "x.swift", "try FileManager.default.removeItem(atPath: \"a.txt\")", "delete a.txt"},
		{"rake wipe", "Rakefile", "task :wipe do\n  rm_rf 'out'\n  sh 'git push --force'\nend\n\ntask :other do\n  rm 'b'\nend", "delete out; git push --force"},
		{"fab wipe", "fabfile.py", "def wipe(c):\n    c.local('git push --force')\n\ndef other(c):\n    c.local('git commit')", "git push --force"},
		{"nox", "noxfile.py", "def ship(session):\n    session.run('git', 'commit')", ""},
		{"rake list", "Rakefile", "task :list do\n  rm_f Dir['*.tmp']\nend", "delete *.tmp"},
		{"scala-cli x.sc", "x.sc", "os.remove.all(os.Path(\"out\"))", "delete out"},
		{"iex -S mix run -e 'File.rm_rf!(\"out\")'", "mix.exs", "", "delete out"},
		{"mix run -e 'File.rm!(\"a.txt\")'", "mix.exs", "", "delete a.txt"},
		{"mix run -e '[\"a\", \"b\"] |> Enum.each(&File.rm!/1)'", "mix.exs", "", "delete a; delete b"},
		{"elixir x.exs", "x.exs", "Path.wildcard(\"*.tmp\")\n|> Enum.each(&File.rm!/1)\nEnum.each([\"out\"], &File.rm_rf!/1)\nEnum.each([\"c\"], &IO.puts/1)", "delete *.tmp; delete out"},
		{"mix test --only 'File.rm!(\"a.txt\")'", "mix.exs", "", ""},
		{"dart test x_test.dart", "x_test.dart", "void main() { File('a.txt').deleteSync(); }", ""},
		{"mix test x.exs; kotlinc X.kt; zig test x.zig", "x.exs", "File.rm!(\"a.txt\")", ""},
		{"dotnet run", "x.cs", "File.Delete(\"a.txt\");", ""},
	} {
		line := ParseOn(aDisk{"/p/" + test.file: test.code}, test.run, "/p", "/home/dev")
		var got []string
		for _, touch := range line.Touches {
			if touch.Kind == kindDelete {
				got = append(got, "delete "+strings.TrimPrefix(touch.Path, "/p/")+map[bool]string{true: "/"}[touch.Recursive])
			}
		}
		for _, c := range line.Commands {
			if c.Via == "" {
				continue
			}
			got = append(got, strings.Join(append([]string{c.Name}, c.Args...), " "))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n%s\n got %s\nwant %s", test.run, test.code, got, test.want)
		}
	}
}
