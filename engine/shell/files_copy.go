package shell

import "strings"

// copyOrMove reports the files of cp, mv, ln, install, rsync and scp.
func (r *fileReporter) copyOrMove(p program, at place) {
	valued := "-t --target-directory -S --suffix"
	switch p.base {
	case "install":
		valued += " -m --mode -o --owner -g --group"
		if hasFlag(p.args, "-d --directory") {
			return
		}
	case "scp", "sftp":
		valued = "-P -i -o -F -c -J -l -S -D"
	case "rsync":
		if hasFlag(p.args, "-n --dry-run") {
			return
		}
		valued = "-e --exclude --include --exclude-from --include-from --files-from --rsh -f --filter --chmod --log-file"
	}
	fs := operands(p.args, valued)
	if len(fs) == 0 {
		return
	}
	var target field
	intoDir := false
	if t, ok := flagValue(p.args, "-t --target-directory"); ok && !has("rsync scp", p.base) {
		target, intoDir = t, true
	} else {
		if len(fs) < 2 {
			return
		}
		target = fs[len(fs)-1]
		fs = fs[:len(fs)-1]
	}
	named := has("cp gcp mv gmv install ln", p.base) && hasFlag(p.args, "-T --no-target-directory")
	intoDir = intoDir || !named && (len(fs) > 1 || strings.HasSuffix(target.text, "/") || has(". .. ~", target.text) ||
		strings.HasSuffix(target.text, "/.") || strings.HasSuffix(target.text, "/.."))
	recursive := has("cp gcp", p.base) && hasFlag(p.args, "-r -R -a --recursive --archive") || p.base == "rsync" || p.base == "scp" && hasFlag(p.args, "-r")
	remote := has("rsync scp", p.base) // host:path is a file on another machine
	moves := has("mv gmv", p.base) || p.base == "rsync" && hasFlag(p.args, "--remove-source-files")
	for _, source := range fs {
		isRemote := remote && strings.Contains(source.text, ":")
		from := at
		from.tree = recursive || moves
		switch {
		case isRemote:
		case moves && p.base == "rsync":
			r.rec.touch(source, kindScan, from)
			r.rec.touch(source, kindDelete, from)
		case moves:
			r.rec.touch(source, kindDelete, from)
		case p.base == "ln":
		default:
			r.rec.touch(source, kindScan, from)
		}
		switch {
		case isRemote && looksLikeFile(target.text):
			r.rec.touch(target, kindCopy, at)
		case isRemote && intoDir && !recursive:
			r.rec.touch(inDirectory(target, source), kindCopy, at)
		case isRemote || remote && strings.Contains(target.text, ":"):
		default:
			from.from, from.exact = &source, intoDir || named
			to := target
			switch contents := strings.HasSuffix(source.text, "/") && p.base == "rsync" || has(". ./", source.text) || strings.HasSuffix(source.text, "/."); {
			case contents:
				from.exact = true // the contents of the folder are copied, not the folder
			case intoDir:
				to = inDirectory(target, source)
			}
			if p.base == "ln" {
				from.from = nil
			}
			if from.from != nil && from.exact && !from.tree && !source.glob {
				from.from = nil // the target is a single file whose name is known
			}
			r.rec.touch(to, kindCopy, from)
		}
	}
}

// inDirectory returns the path of source after it is copied into the directory target.
func inDirectory(target, source field) field {
	name := strings.TrimRight(source.text, "/")
	base := name[strings.LastIndexByte(name, '/')+1:]
	if base == "" || base == "." || base == ".." {
		return field{}
	}
	return field{text: strings.TrimSuffix(target.text, "/") + "/" + base, glob: target.glob || source.glob}
}
