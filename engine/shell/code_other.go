package shell

import (
	"path"
	"strings"
)

// otherPrograms run scripts of the languages that are read as one, otherCode: what they do to files and start is told by the names of
// their functions, and a text in quotes beside one is what it is about.
const (
	otherPrograms = "julia R Rscript java jshell groovy kotlin kotlinc scala scala-cli dotnet csi elixir iex mix swift ghc runghc racket guile emacs nim crystal dart zig rust-script raku clojure bb cmake"
	otherEndings  = ".jl .R .r .java .kts .kt .scala .sc .groovy .cs .csx .fsx .exs .ex .swift .hs .rs .nim .cr .dart .zig .el .clj .rkt .raku .ml .gradle .cmake"
)

// runNothing are the subcommands of these programs that only look at a file, compile it or run the tests in it, which make what they delete.
const runNothing = "test spec build build-exe build-lib build-obj check format fmt analyze compile fix doc c cc ast-check"

// makers are the words of an expression that makes a path of a text: new java.io.File("f"), Path.of("f").
const makers = "new os java io nio file File Path Paths Fs of get"

// otherFile returns the file that a program of another language runs. A package of Rust's begins in its src/main.rs.
func otherFile(p program) string {
	if p.name == "cargo run" {
		folder, _ := flagValue(p.args, "-p --package")
		name := "src/main.rs"
		if f, ok := flagValue(p.args, "--bin"); ok {
			name = "src/bin/" + f.text + ".rs"
		} else if f, ok := flagValue(p.args, "--example"); ok {
			name = "examples/" + f.text + ".rs"
		}
		file, _ := filePath(field{text: path.Join(folder.text, name)}, p.dir)
		return file
	}
	if !has(otherPrograms, p.base) || len(p.argv) > 1 && has(runNothing, p.argv[1].text) {
		return ""
	}
	for _, f := range p.argv[1:] {
		if ext := path.Ext(f.text); !isFlag(f.text) && has(otherEndings, ext) && (p.base != "kotlinc" || ext == ".kts") {
			file, _ := filePath(f, p.dir)
			return file
		}
	}
	return ""
}

// RunsScript reports whether a program, by its name in the table commands, runs a script that its words or its usual file names, and is
// not taken for a wrapper of it.
func RunsScript(name string) bool {
	base, _, _ := strings.Cut(name, " ")
	return name == "go run" || name == "cargo run" || has("lua luajit bun deno "+otherPrograms, base) || taskPrograms[base] != ""
}

// pathMade returns the text of which an expression at token i makes a path, and the index of the token after it.
func pathMade(r *codeReader, i int) (string, int) {
	at := i
	for at < len(r.toks) && (r.toks[at].kind == 'n' && has(makers, r.toks[at].text) || at > i && r.isSign(at, ".")) {
		at++
	}
	if at > i && r.isSign(at, "(") && at+2 < len(r.toks) && r.toks[at+1].kind == 's' && r.toks[at+1].text != unknownMark && r.isSign(at+2, ")") {
		return r.toks[at+1].text, at + 3
	}
	return "", i
}

// deletesItself records the method of a file by which it is deleted: File("f").delete(), Path.of("d").toFile().deleteRecursively().
func deletesItself(r *codeReader, name string, i int) bool {
	if r.lang != otherCode || !r.isSign(i-1, ".") || !has("delete deleteDir deleteRecursively deleteIfExists deleteSync", name) {
		return false
	}
	end := i - 1
	if r.isSign(end-1, ")") && r.isSign(end-2, "(") && r.isName(end-3, "toFile") {
		end -= 4
	}
	if r.isSign(end-1, ".") {
		end--
	}
	file := ""
	if end > 0 && r.toks[end-1].kind == 'n' && !r.isSign(end-2, ".") {
		file = r.vars[r.toks[end-1].text]
	}
	for start := end - 4; file == "" && start >= max(0, end-12); start-- {
		if text, after := pathMade(r, start); after == end {
			file = text
		}
	}
	if file != "" && (has("deleteDir deleteRecursively", name) || r.option(i+2, "recursive")) {
		r.deleteTree(file)
	} else {
		r.touch(file, kindDelete)
	}
	return file != ""
}

// spawnWords records the command that a call of another language starts: the texts among its arguments are its words, in whatever lists
// they stand, and so are those of the methods arg and args behind it: Command::new("git").args(["push", "--force"]). What an option
// is given is none of them.
func spawnWords(r *codeReader, first int) {
	var words []string
	closed, depth := r.isSign(first-1, "("), 0
	for i, end := first, min(len(r.toks), first+maxArguments); i < end && depth >= 0; i++ {
		isOption := r.isSign(i-1, ":") || r.isSign(i-1, "=") || r.isSign(i-2, ":")
		switch {
		case r.toks[i].kind == 's' && !isOption:
			words = append(words, r.toks[i].text)
		case r.toks[i].kind == 'l' && !closed && depth == 0:
			depth = -1
		case r.isSign(i, "(") || r.isSign(i, "[") || r.isSign(i, "{"):
			depth++
		case r.isSign(i, ")") || r.isSign(i, "]") || r.isSign(i, "}"):
			next := i + 1
			for next < len(r.toks) && r.toks[next].kind == 'l' {
				next++
			}
			if depth--; depth < 0 && r.isSign(next, ".") && (r.isName(next+1, "arg") || r.isName(next+1, "args")) && r.isSign(next+2, "(") {
				i, depth = next+2, 0
			}
		}
	}
	child := childCommand{dir: r.at.dir, said: strings.Join(words[:min(1, len(words))], "")}
	switch {
	case len(words) == 0 || words[0] == unknownMark:
		return
	case len(words) == 1 || len(words) == 2 && strings.Contains(words[1], " "): // Process.Start("git", "push --force")
		child.code = strings.Join(words, " ")
	default:
		child.argv = literalFields(words)
	}
	r.children = append(r.children, child)
}
