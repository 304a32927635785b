package shell

import "strings"

// tar reports the archive, the files that are packed, and the folder that is unpacked into.
func (r *fileReporter) tar(p program, at place) {
	words := p.args
	if len(words) == 0 {
		return
	}
	valued := "-f --file -C --directory -X --exclude-from -T --files-from -s --transform -I --use-compress-program --strip-components --exclude -b -H --format --owner --group --mode --mtime"
	flags := words[0].text
	var archive field
	named := false
	if !strings.HasPrefix(flags, "-") {
		// In the old style, tar czf f.tgz dir, the letters of the first word take the words after
		// it as their values.
		words = words[1:]
		for _, c := range flags {
			if !strings.ContainsRune("fCXTbIH", c) || len(words) == 0 {
				continue
			}
			if c == 'f' {
				archive, named = words[0], true
			}
			words = words[1:]
		}
	}
	if f, ok := flagValue(words, "-f --file"); ok && !named {
		archive, named = f, true
	}
	makes := strings.Contains(flags, "c") && flags[:min(2, len(flags))] != "--" || hasFlag(words, "-c --create")
	if dir, ok := flagValue(words, "-C --directory"); ok && makes {
		inner := at
		inner.dir = resolve(at.dir, dir)
		r.pack(operands(words, valued), inner)
	} else if makes {
		r.pack(operands(words, valued), at)
		if hasFlag(words, "--remove-files") {
			inner := at
			inner.tree = true
			r.rec.touchAll(operands(words, valued), kindDelete, inner)
		}
	}
	switch {
	case !named || archive.text == "-":
	case makes:
		r.rec.touch(archive, kindOutput, at)
	case strings.ContainsAny(flags, "ruA") && !strings.HasPrefix(flags, "--"):
		r.rec.touch(archive, kindEdit, at)
	default:
		r.rec.touch(archive, kindScan, at)
	}
	if strings.Contains(flags, "x") && !strings.HasPrefix(flags, "--") && !strings.Contains(flags, "O") || hasFlag(words, "-x --extract --get") && !hasFlag(words, "-O --to-stdout") {
		members := operands(words, valued)
		if len(members) > 0 && named && members[0].text == archive.text {
			members = members[1:]
		}
		r.unpack(words, "-C --directory", members, at)
	}
}

// unpack reports the files that are extracted from an archive: the new files in the folder that one
// of the flags names, or in the working directory. If members of the archive are named, only they are written.
func (r *fileReporter) unpack(words []field, flags string, members []field, at place) {
	dir, ok := flagValue(words, flags)
	if !ok {
		dir.text = "."
	}
	if len(members) > 0 {
		at.dir = resolve(at.dir, dir)
		for _, f := range members {
			f.text = strings.TrimSuffix(f.text, "/")
			switch folder, isAll := strings.CutSuffix(f.text, "/*"); {
			case isAll && !isGlob(folder):
				f = field{text: folder}.under("*")
			case !looksLikeFile(f.text) && !f.glob && !isGlob(f.text):
				f = f.under("*")
			}
			f.subset = true
			r.rec.touch(f, kindWrite, at)
		}
		return
	}
	// Other programs may create files in a shared folder at the same time.
	if path := resolve(at.dir, dir); path != "" && path != "/" && path != "/tmp" && path != r.home && !isGlob(dir.text) {
		f := dir.under("*")
		f.subset = true
		r.rec.touch(f, kindWrite, at)
	}
}

// pack reports the files and folders that are put into an archive.
func (r *fileReporter) pack(fs []field, at place) {
	at.tree = true
	r.rec.touchAll(fs, kindScan, at)
}

// compress reports the files of gzip, xz and other compressors. Each file is replaced by one with
// the suffix added or removed, unless the flags keep it.
func (r *fileReporter) compress(p program, at place) {
	if hasFlag(p.args, "-l --list -t --test") {
		return
	}
	suffix := map[string]string{"gzip": ".gz", "gunzip": ".gz", "bzip2": ".bz2", "bunzip2": ".bz2", "xz": ".xz", "unxz": ".xz", "zstd": ".zst", "unzstd": ".zst"}[p.base]
	if s, ok := flagValue(p.args, "-S --suffix"); ok && p.base != "zstd" {
		suffix = s.text
	}
	unpacks := strings.HasPrefix(p.base, "un") || strings.HasPrefix(p.base, "gun") || strings.HasPrefix(p.base, "bun") ||
		hasFlag(p.args, "-d --decompress --uncompress")
	zstd := strings.HasSuffix(p.base, "zstd")
	shows := hasFlag(p.args, "-c --stdout --to-stdout")
	keeps := hasFlag(p.args, "-k --keep") || zstd && !hasFlag(p.args, "--rm")
	fs := operands(p.args, "-S --suffix -T --threads -b -o -D")
	if hasFlag(p.args, "-r --recursive") {
		fs = filesOnly(fs)
	}
	for _, f := range fs {
		if shows && unpacks {
			r.rec.touch(f, kindRead, at)
		} else {
			r.rec.touch(f, kindScan, at)
		}
		if shows {
			continue
		}
		if !keeps {
			r.rec.touch(f, kindDelete, at)
		}
		to, ok := field{text: f.text + suffix, glob: f.glob}, true
		if unpacks {
			to.text, ok = strings.CutSuffix(f.text, suffix)
		}
		if out, given := flagValue(p.args, "-o"); given && zstd {
			to, ok = out, true
		}
		if ok && !f.glob {
			r.rec.touch(to, kindWrite, at)
		}
	}
}
