package guard

import (
	"path/filepath"
	"strings"

	"witness/engine/project"
)

// mounted returns the words after those of docker run with the folders of the container replaced by those of this
// machine that are mounted there, nil if none is.
func mounted(args []string) (words []string) {
	mounts := map[string]string{}
	for i, a := range args {
		value, ok := "", false
		switch {
		case (a == "-v" || a == "--volume" || a == "--mount") && i+1 < len(args):
			value, ok = args[i+1], true
		case strings.HasPrefix(a, "--volume=") || strings.HasPrefix(a, "--mount="):
			_, value, ok = strings.Cut(a, "=")
		case strings.HasPrefix(a, "-v") && len(a) > 2 && !strings.HasPrefix(a, "--"):
			value, ok = a[2:], true
		}
		if !ok {
			continue
		}
		from, to := "", ""
		if strings.Contains(value, "=") {
			for part := range strings.SplitSeq(value, ",") {
				switch key, v, _ := strings.Cut(part, "="); key {
				case "source", "src":
					from = v
				case "target", "destination", "dst":
					to = v
				}
			}
		} else if parts := strings.Split(value, ":"); len(parts) > 1 {
			from, to = parts[0], parts[1]
		}
		if from == "$?" {
			from = project.Home() // -v $HOME:/h, which the line does not set
		}
		if to != "" {
			mounts[filepath.Clean(to)] = from
		}
	}
	if len(mounts) == 0 {
		return nil
	}
	for _, a := range args {
		parts := strings.Split(a, " ") // those of sh -c 'rm -rf /h/.claude'
		for i, part := range parts {
			for to, from := range mounts {
				if rest, ok := cutFolder(part, to); ok || part == to {
					parts[i] = filepath.Join(from, rest)
				}
			}
		}
		words = append(words, strings.Join(parts, " "))
	}
	return words
}
