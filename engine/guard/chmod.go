package guard

import (
	"strings"

	"witness/engine/shell"
)

// chmod returns the effects of a change of permissions that takes from a protected file what it needs: to be
// executable for the program, to be readable and writable for the others, and to be entered for the folders
// above them.
func (g *Guard) chmod(cmd shell.Command) (effects []Effect) {
	mode, recursive := "", false
	for _, a := range cmd.Args {
		switch {
		case a == "-R" || a == "--recursive":
			recursive = true
		case mode == "" && isMode(a):
			mode = a
		}
	}
	taken := takenAway(mode)
	for _, word := range cmd.Paths {
		for _, path := range g.paths(word) {
			if p, ok := g.match(path, ""); ok {
				need := 6
				if p.Executable || p.Folder {
					need = 7
				}
				if taken&need != 0 {
					effects = append(effects, g.changes(p, path))
				}
				continue
			}
			for _, p := range g.inside(path) {
				if taken&5 != 0 && !recursive || recursive && (taken&6 != 0 || taken&1 != 0 && p.Executable) {
					effects = append(effects, g.changes(p, p.Path))
				}
			}
		}
	}
	return effects
}

// isMode reports whether a word is a mode of chmod: 755, u+x, -w.
func isMode(s string) bool {
	if s == "" {
		return false
	}
	if strings.Trim(s, "01234567") == "" {
		return true
	}
	return strings.Trim(s, "ugoarwxXst,+-=") == "" && strings.ContainsAny(s, "+-=") && !strings.HasPrefix(s, "--")
}

// takenAway returns the permissions, as the digit of an octal mode, that a mode takes from the owner.
func takenAway(mode string) (bits int) {
	if mode != "" && strings.Trim(mode, "01234567") == "" {
		if len(mode) < 3 {
			return 7
		}
		return 7 &^ int(mode[len(mode)-3]-'0')
	}
	bit := map[rune]int{'r': 4, 'w': 2, 'x': 1}
	for clause := range strings.SplitSeq(mode, ",") {
		at := strings.IndexAny(clause, "+-=")
		if at < 0 || at > 0 && !strings.ContainsAny(clause[:at], "ua") {
			continue
		}
		named := 0
		for _, c := range clause[at+1:] {
			named |= bit[c]
		}
		switch clause[at] {
		case '-':
			bits |= named
		case '=':
			bits |= 7 &^ named
		}
	}
	return bits
}
