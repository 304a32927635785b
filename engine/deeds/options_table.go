package deeds

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed options.txt
var optionRows string

// tables returns the tables of options, in the order of options.txt. They are read when they are first needed, because
// most hooks have no command.
var tables = sync.OnceValue(func() (list []table) {
	for row := range strings.Lines(optionRows) {
		names, rest, isRow := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if !isRow {
			continue
		}
		rows, how, _ := strings.Cut(rest, "\t")
		list = append(list, table{names, rows, strings.Contains(how, "long"), strings.Contains(how, "stops"), strings.Contains(how, "signals")})
	}
	return list
})

// tableOf returns the table of the options of a program, by its name with the subcommand or without it. A row is the
// letter, a colon and the long name, or the long name alone; "=" behind it says that it takes a value.
func tableOf(name string) table {
	for name != "" {
		for _, t := range tables() {
			if t.names == name || strings.Contains(t.names, ", ") && strings.Contains(", "+t.names+", ", ", "+name+", ") {
				return t
			}
		}
		i := strings.LastIndexByte(name, ' ')
		if i < 0 {
			break
		}
		name = name[:i]
	}
	return table{}
}
