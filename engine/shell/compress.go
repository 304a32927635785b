package shell

import "strings"

// compress reports the files of gzip and its like: each becomes another one, with the
// suffix or without it.
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
