package shell

import "strings"

// fdValued lists the flags of fd whose value is the next word.
const fdValued = "-e --extension -t --type -d --max-depth --min-depth --exact-depth -E --exclude -S --size --changed-within --newer --changed-before --older" +
	" -o --owner -c --color -j --threads --base-directory --search-path --path-separator --ignore-file --max-results --and --format --batch-size -C"

// fdResults returns the files that fd with the arguments words finds, as patterns. It returns nil if they cannot be
// expressed so. Which of them git ignores, and fd leaves out, is not known.
func fdResults(words []field) (fs []field) {
	for i, f := range words {
		if isExecOfFd(f.text) {
			words = words[:i]
			break
		}
	}
	named := operands(words, fdValued)
	name := "*"
	if len(named) > 0 {
		pattern := named[0]
		if pattern.hasUnknown() || hasFlag(words, "-p --full-path") {
			return nil
		}
		var ok bool
		switch {
		case hasFlag(words, "-g --glob"):
			name, ok = pattern.text, true
		case hasFlag(words, "-F --fixed-strings"):
			name, ok = "*"+escapeGlob(pattern.text)+"*", true
		default:
			name, ok = globOfRegexp(pattern.text)
		}
		if !ok || strings.Contains(name, "/") {
			return nil
		}
		named = named[1:]
	}
	if f, ok := flagValue(words, "-e --extension"); ok {
		if f.hasUnknown() {
			return nil
		}
		name = withEnd(name, "."+strings.TrimPrefix(f.text, "."))
	}
	if f, ok := flagValue(words, "--search-path --base-directory -C"); ok {
		named = append(named, f)
	}
	if len(named) == 0 {
		named = []field{{text: "."}}
	}
	for _, folder := range named {
		if !folder.known() {
			return nil
		}
		f := folder.under(name)
		f.subset, f.visible = true, !hasFlag(words, "-H --hidden -u --unrestricted")
		fs = append(fs, f)
	}
	return fs
}

// isExecOfFd reports whether a word is the flag of fd before the command that it runs.
func isExecOfFd(word string) bool { return has("-x -X --exec --exec-batch", word) }

// withEnd returns a pattern for the names that match the pattern name and end with suffix.
func withEnd(name, suffix string) string {
	if strings.HasSuffix(name, suffix) {
		return name
	}
	if strings.HasSuffix(name, "*") {
		return name + suffix
	}
	return name + "*" + suffix
}
