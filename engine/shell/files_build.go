package shell

import "strings"

// products reports the inputs and outputs of compilers, archivers and tools with an output flag. It
// returns false if p is not fully described by that, so that the caller also considers other
// effects.
func (r *fileReporter) products(p program, at place) bool {
	switch p.base {
	case "gcc", "g++", "cc", "c++", "c99", "clang", "clang++", "rustc", "ld", "tcc", "gfortran", "nvcc", "ghc", "ocamlfind", "nasm", "as":
		valued := "-o -I -L -l -D -U -x -include -isystem -MF -MT -MQ -T --out-dir --crate-name --crate-type --edition -C --cfg --extern --emit --target -f"
		r.output(p.args, "-o --output", at)
		r.rec.touchAll(filesOnly(operands(p.args, valued)), kindScan, at)
	case "ar":
		if fs := operands(p.args, ""); len(fs) > 1 {
			fs = fs[1:]
			kind := kindOutput
			if strings.ContainsAny(p.args[0].text, "tpx") {
				kind = kindScan
			}
			r.rec.touch(fs[0], kind, at)
			r.rec.touchAll(fs[1:], kindScan, at)
		}
	case "go":
		switch p.name {
		case "go build", "go test", "go tool":
			// Go's flags may have one dash or two.
			for _, flag := range []string{"o", "coverprofile", "cpuprofile", "memprofile", "blockprofile", "mutexprofile", "trace"} {
				r.longOutput(p.args, "-"+flag, at)
				r.longOutput(p.args, "--"+flag, at)
			}
			if dir, ok := longFlagValue(p.args, "-o"); ok && strings.HasSuffix(dir.text, "/") { // a folder, into which each program comes
				for _, f := range operands(p.args, "-o -C -p -tags -ldflags -gcflags -mod -modfile -overlay") {
					r.rec.touch(inDirectory(dir, f), kindOutput, at)
				}
			}
		case "go run":
			return false
		}
		if f, ok := longFlagValue(p.args, "-func"); ok && p.name == "go tool" {
			r.rec.touch(f, kindRead, at)
		}
		return false
	case "tar", "gtar", "bsdtar":
		r.tar(p, at)
	case "zip":
		fs := operands(p.args, "-x -i -b -t -n -P -s")
		for i, f := range p.args {
			if has("-x -i --exclude --include", f.text) {
				fs = operands(p.args[:i], "-b -t -n -P -s")
				break
			}
		}
		if len(fs) == 0 {
			return true
		}
		archive := fs[0]
		if !strings.Contains(archive.text[strings.LastIndexByte(archive.text, '/')+1:], ".") {
			archive.text += ".zip"
		}
		r.rec.touch(archive, kindOutput, at)
		at.tree = hasFlag(p.args, "-r --recurse-paths")
		r.rec.touchAll(fs[1:], kindScan, at)
		if hasFlag(p.args, "-m --move") {
			r.rec.touchAll(fs[1:], kindDelete, at)
		}
	case "witness":
		r.output(p.args, "-o --output", at)
		return false
	case "gpg", "gpg2":
		r.output(p.args, "-o --output", at)
		return false
	case "unzip", "zipinfo", "unrar", "7z", "7za":
		if fs := operands(p.args, "-d -x -P"); p.base == "unzip" && len(fs) > 0 {
			r.rec.touch(fs[0], kindScan, at)
			if !hasFlag(p.args, "-l -p -t -v -Z -c") {
				r.unpack(p.args, "-d", fs[1:], at)
			}
		}
		if has("7z 7za", p.base) && len(p.args) > 0 && has("x e", p.args[0].text) {
			r.unpack(p.args, "-o", nil, at)
		}
	case "zipfile", "tarfile": // python -m
		if fs := operands(p.args, ""); hasFlag(p.args, "-e --extract") && len(fs) > 1 {
			r.unpack([]field{{text: "-d"}, fs[1]}, "-d", nil, at)
		}
	case "cpio":
		if hasFlag(p.args, "-i --extract") && !hasFlag(p.args, "-t --list") {
			r.unpack(p.args, "-D --directory", nil, at)
		}
	case "pytest", "coverage", "pandoc", "dot", "protoc", "esbuild", "ffmpeg", "jest", "vitest", "eslint", "pg_dump":
		r.output(p.args, "--junitxml --junit-xml --report-log --outputFile --output-file --outfile", at)
		if has("coverage pandoc dot eslint", p.base) {
			r.output(p.args, "-o", at)
		}
		return false
	default:
		return false
	}
	return true
}

// output reports the file that is the value of one of the flags as an output.
func (r *fileReporter) output(words []field, flags string, at place) {
	if f, ok := flagValue(words, flags); ok && !strings.HasSuffix(f.text, "/") {
		r.rec.touch(f, kindOutput, at)
	}
}

// longOutput is like output, for a flag of several letters with a single dash.
func (r *fileReporter) longOutput(words []field, flag string, at place) {
	if f, ok := longFlagValue(words, flag); ok && !strings.HasSuffix(f.text, "/") {
		r.rec.touch(f, kindOutput, at)
	}
}
