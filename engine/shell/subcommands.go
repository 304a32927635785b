package shell

import (
	_ "embed"
	"strings"
	"sync"
)

// subcommandSyntax describes the command line of a program with subcommands.
type subcommandSyntax struct {
	valued   string // global flags whose value is the next word
	dir      string // those of valued that set the directory it runs in
	manifest string // those of valued that name a file in the directory it runs in
	targets  bool   // subcommands are targets, which may follow flags and assignments, as with make
	scripts  bool   // subcommands may be scripts of a package.json
	before   bool   // flags before the subcommand mean the same as those behind it
}

//go:embed subcommands.txt
var subcommandRows string

// subcommands has the programs of subcommands.txt by their names. It is read when it is first needed, because many hooks have no
// command.
var subcommands = sync.OnceValue(func() map[string]subcommandSyntax {
	all := map[string]subcommandSyntax{}
	for row := range strings.Lines(subcommandRows) {
		if row[0] == '#' {
			continue
		}
		var s subcommandSyntax
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		for i, cell := range cells[1:] {
			what, flags, _ := strings.Cut(cell, " ")
			switch {
			case i == 0:
				s.valued = cell
			case what == "dir":
				s.dir = flags
			case what == "manifest":
				s.manifest = flags
			default:
				s.targets, s.scripts, s.before = s.targets || what == "targets", s.scripts || what == "scripts", s.before || what == "before"
			}
		}
		for name := range strings.FieldsSeq(cells[0]) {
			all[name] = s
		}
	}
	return all
})

// subcommandsOf returns the syntax of the program base, and false if it has no subcommands.
func subcommandsOf(base string) (subcommandSyntax, bool) {
	s, ok := subcommands()[base]
	return s, ok
}
