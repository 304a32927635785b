package deeds

import (
	"strings"

	"witness/engine/shell"
)

// An Option is a flag of a command by its long name, with its value if it has one.
type Option struct{ Name, Value string }

// Options are the words of a command after its subcommand: options by their names, and operands.
type Options struct {
	List     []Option
	Operands []string
	Dashes   int // the index of the first operand behind "--", -1 if there is none
}

// OptionsOf reads the words of a command. Bundled letters are split, letters have their long names where the table
// of options knows them, and values are cut from the names. What follows "--" are operands.
func OptionsOf(cmd shell.Command) Options {
	t := tableOf(cmd.Name)
	o := Options{Dashes: -1}
	for i := 0; i < len(cmd.Args); i++ {
		switch w := cmd.Args[i]; {
		case w == "--":
			o.Dashes = len(o.Operands)
			o.Operands = append(o.Operands, cmd.Args[i+1:]...)
			return o
		case len(w) < 2 || w[0] != '-':
			if t.stops {
				o.Operands = append(o.Operands, cmd.Args[i:]...)
				return o
			}
			o.Operands = append(o.Operands, w)
		default:
			if o.add(t, w) && i+1 < len(cmd.Args) {
				i++
				o.List[len(o.List)-1].Value = cmd.Args[i]
			}
		}
	}
	return o
}

// add adds the options of one word. It reports whether the value of the last one is the next word.
func (o *Options) add(t table, word string) (next bool) {
	name, value, given := strings.Cut(strings.TrimPrefix(word[1:], "-"), "=")
	if t.signals && word[1] != '-' && word == strings.ToUpper(word) && (len(word) > 2 || word[1] <= '9') {
		o.List = append(o.List, Option{"signal", strings.TrimPrefix(word[1:], "SIG")})
		return false
	}
	if word[1] == '-' || t.long || len(word) > 2 && given && strings.HasPrefix(value, "=") {
		long, valued := t.find(name)
		o.List = append(o.List, Option{long, value})
		return valued && !given
	}
	for letters := word[1:]; letters != ""; letters = letters[1:] {
		long, valued := t.find(letters[:1])
		if valued {
			o.List = append(o.List, Option{long, strings.TrimPrefix(letters[1:], "=")})
			return len(letters) == 1
		}
		if len(letters) > 1 && letters[1] == '=' {
			o.List = append(o.List, Option{long, letters[2:]})
			return false
		}
		for name := range strings.SplitSeq(long, "+") { // git branch -D is --delete --force
			o.List = append(o.List, Option{Name: name})
		}
	}
	return false
}

// Has reports whether one of the options is given.
func (o Options) Has(names ...string) bool {
	for _, option := range o.List {
		for _, name := range names {
			if option.Name == name {
				return true
			}
		}
	}
	return false
}

// Value returns the value of the first of the options that is given, "" if none is.
func (o Options) Value(names ...string) string {
	for _, option := range o.List {
		for _, name := range names {
			if option.Name == name {
				return option.Value
			}
		}
	}
	return ""
}

// Operand returns the operand at an index, "" if there are fewer.
func (o Options) Operand(i int) string {
	if i < len(o.Operands) {
		return o.Operands[i]
	}
	return ""
}

// DryRun reports whether the command only says what it would do, or how it is used.
func (o Options) DryRun() bool {
	for _, option := range o.List {
		switch option.Name {
		case "dry-run", "dryrun", "dry_run":
			return option.Value != "none" && option.Value != "false"
		case "help", "version", "preview-only":
			return true
		}
	}
	return false
}

// A table is what is known of the options of one program.
type table struct {
	names   string // of the programs, separated by ", "
	rows    string
	long    bool // a single dash begins a long name: terraform -auto-approve
	stops   bool // what follows the first operand are words of another command: docker run IMAGE sh -c
	signals bool // a signal may be given as -9 or -KILL
}

// find returns the long name of an option, and whether it takes a value. A name that the table does not have is its
// own, and takes none.
func (t table) find(name string) (long string, valued bool) {
	for row := range strings.FieldsSeq(t.rows) {
		letter, long, ok := strings.Cut(row, ":")
		if !ok {
			letter, long = "", row
		}
		long, valued = strings.CutSuffix(long, "=")
		if name == long || name == letter {
			return long, valued
		}
	}
	return name, false
}
