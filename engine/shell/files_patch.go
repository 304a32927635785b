package shell

import "strings"

// patchReporter reports the files that a diff changes.
type patchReporter struct{ *fileReporter }

// patch reports the files that patch(1) changes: its operand, or the files named in the diff that
// it reads.
func (r patchReporter) patch(p program, input *stream, at place) {
	dry := hasFlag(p.args, "--dry-run")
	if d, ok := flagValue(p.args, "-d --directory"); ok {
		at.dir = resolve(at.dir, d)
	}
	if f, ok := flagValue(p.args, "-i --input"); ok {
		r.rec.touch(f, kindScan, at)
		input = r.rec.contentsOf(f, at.dir)
	}
	fs := operands(p.args, "-p --strip -i --input -d --directory -o --output -r --reject-file -F --fuzz -D -B -V -z -Y")
	if len(fs) > 0 {
		if !dry {
			r.rec.touch(fs[0], kindEdit, at)
		}
		if len(fs) > 1 {
			r.rec.touch(fs[1], kindScan, at)
		}
		return
	}
	if dry {
		return
	}
	d := Patch{Strip: -1, Reverse: hasFlag(p.args, "-R --reverse")}
	if n, ok := flagValue(p.args, "-p --strip"); ok {
		d.Strip = smallInt(n.text)
	}
	r.applyPatch(input, d, at)
}

// applyPatch reports the files that the diff in input changes. If the diff is in a file whose
// contents are not known, it records the file as a Patch.
func (r patchReporter) applyPatch(input *stream, d Patch, at place) {
	if input == nil || at.container || at.command < 0 {
		return
	}
	if input.file != "" {
		if len(r.rec.line.Patches) < maxPatches {
			d.Path, d.Dir, d.Command = input.file, at.dir, at.command
			r.rec.line.Patches = append(r.rec.line.Patches, d)
		}
		return
	}
	r.diff(input.text, d.Strip, d.Reverse, at)
}

// maxPatches is the maximum number of patches reported for one line.
const maxPatches = 20

// diff reports the files that a unified diff changes. strip is the number of leading folders to
// remove from its paths. If it is negative, only paths without a folder are reported.
func (r patchReporter) diff(text string, strip int, reverse bool, at place) {
	old := ""
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "--- "); ok {
			old = diffPath(rest)
			continue
		}
		rest, ok := strings.CutPrefix(line, "+++ ")
		if !ok || old == "" {
			old = ""
			continue
		}
		from, to := old, diffPath(rest)
		old = ""
		if reverse {
			from, to = to, from
		}
		kind, name := kindEdit, to
		switch {
		case from == "/dev/null":
			kind = kindWrite
		case to == "/dev/null":
			kind, name = kindDelete, from
		}
		if name = stripFolders(name, strip); name != "" {
			r.rec.touch(field{text: name}, kind, at)
		}
	}
}

// diffPath returns the path of a "--- path<tab>time" line, given without its prefix.
func diffPath(s string) string {
	s, _, _ = strings.Cut(strings.TrimRight(s, "\r\n"), "\t")
	return strings.TrimSpace(s)
}

// stripFolders removes strip leading folders from name. It returns "" if name has fewer folders, or
// if strip is negative and name has any.
func stripFolders(name string, strip int) string {
	if strip < 0 {
		if strings.Contains(name, "/") {
			return ""
		}
		return name
	}
	for range strip {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return ""
		}
		name = rest
	}
	return name
}

// smallInt parses a decimal number of up to three digits. It returns 0 for anything else.
func smallInt(s string) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > 100 {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// codexPatch reports the files of a patch in the format of Codex's apply_patch tool.
func (r patchReporter) codexPatch(text string, at place) {
	current := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		verb, name, ok := strings.Cut(line, ": ")
		if !ok {
			continue
		}
		f := field{text: strings.TrimSpace(name)}
		switch verb {
		case "*** Update File":
			r.rec.touch(f, kindEdit, at)
			current = f.text
		case "*** Add File":
			r.rec.touch(f, kindWrite, at)
		case "*** Delete File":
			r.rec.touch(f, kindDelete, at)
		case "*** Move to":
			r.rec.deleteMoved(field{text: current}, at)
			r.rec.touch(f, kindWrite, at)
		}
	}
}
