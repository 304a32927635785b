package shell

import (
	"fmt"
	"strings"
)

// told renders a line the way the tables write it: each command with the names of its
// gates in <>, @dir if it does not run in /w, then "*" if the line's status is its own,
// "~" if its output is filtered and "&" if it runs in the background; behind "|" the
// touches, "!" for those that happen even when the command fails.
func told(l Line) string {
	var b strings.Builder
	for i, c := range l.Commands {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.Name)
		if len(c.Gates) > 0 {
			names := make([]string, len(c.Gates))
			for j, g := range c.Gates {
				names[j] = l.Commands[g].Name
			}
			fmt.Fprintf(&b, "<%s>", strings.Join(names, ","))
		}
		switch {
		case c.Dir == "":
			b.WriteString("@?")
		case c.Dir != "/w":
			b.WriteString("@" + strings.TrimPrefix(c.Dir, "/w/"))
		}
		if c.Last {
			b.WriteString("*")
		}
		if c.Filtered {
			b.WriteString("~")
		}
		if c.Background {
			b.WriteString("&")
		}
	}
	for i, t := range l.Touches {
		sep := ", "
		if i == 0 {
			sep = " | "
		}
		sure := ""
		if t.Sure {
			sure = "!"
		}
		b.WriteString(sep + t.Kind + sure + " " + strings.TrimPrefix(t.Path, "/w/"))
	}
	return b.String()
}
