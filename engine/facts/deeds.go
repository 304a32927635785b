package facts

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/engine/store"
)

// Does reports whether the n-th command of the line has a deed.
func (c *Call) Does(n int, name string) bool {
	if name == "destroys" {
		return destroysAny(c, n)
	}
	_, count := c.deedsOf().Of(n, name)
	return count > 0
}

// destroysAny reports whether a command may destroy something, before anything is asked of the disk.
func destroysAny(c *Call, n int) bool {
	cmd := c.Commands[n]
	if cmd.printsNothing() || cmd.Name == "Remove-Item" || cmd.runsCode() {
		return slices.ContainsFunc(cmd.Command.Destroys(), func(d shell.Destroyed) bool { return cmd.MayBeEmpty(d, c.Event.Command) }) || slices.ContainsFunc(c.Line.Touches, func(t shell.Touch) bool { return t.Command == n && !hook.ReadOnly(t.Kind) })
	}
	return len(cmd.Command.Destroys()) > 0 || len(emptied(c.Line, n)) > 0 || len(c.replaced(n).Of) > 0
}

// Deeds returns the deeds of one kind (a name of package deeds) that the n-th command of the line does, as a JSON array. Paths of
// the working tree are relative to the command's project.
func (c *Call) Deeds(n int, name string) string {
	list, count := c.deedsOf().Of(n, name)
	if count == 0 {
		return "[]"
	}
	switch list := list.(type) {
	case []deeds.Discarded:
		for i := range list {
			c.relate(n, &list[i])
		}
	case []deeds.Executed:
		for i := range list {
			if list[i].File != "" {
				list[i].File = c.Project.Path(list[i].File)
			}
		}
	}
	text, _ := json.Marshal(list) // strings, numbers and lists of strings
	return string(text)
}

// deedsOf returns what the line does, asked of its commands as they are recorded: without secrets.
func (c *Call) deedsOf() *deeds.Line {
	if c.deeds != nil {
		return c.deeds
	}
	line := c.Line
	line.Commands = make([]shell.Command, 0, len(c.Commands))
	for _, cmd := range c.Commands {
		line.Commands = append(line.Commands, cmd.Command)
	}
	line.Touches = slices.Clip(line.Touches)
	for _, t := range c.Touches {
		if t.Many && t.Kind == hook.Scan && deeds.HoldsCredentials(t.Path) { // in a folder that is packed or sent
			line.Touches = append(line.Touches, shell.Touch{Path: t.Path, Kind: t.Kind, Command: t.Command})
		}
	}
	c.deeds = &deeds.Line{Line: line}
	return c.deeds
}

// relate makes the path of what is discarded relative to the project of the command.
func (c *Call) relate(n int, d *deeds.Discarded) {
	cmd := c.Commands[n]
	switch {
	case d.How == "worktree":
		d.Path = c.Project.Path(cmd.PathOf(d.Path))
		return
	case d.Path == "" && d.How == "clean":
		d.Path = "." // git clean goes down from where it is started
	case d.Path == "" || d.How != "paths" && d.How != "clean":
		return
	}
	word := d.Path
	if rest, ok := strings.CutPrefix(word, ":/"); ok { // from the root, for git
		word = cmd.Root + "/" + rest
	}
	d.Glob = strings.ContainsAny(word, "*?[")
	if word == "*" || strings.HasSuffix(word, "/*") {
		word, d.Glob = path.Dir(word), strings.ContainsAny(path.Dir(word), "*?[")
	}
	at := cmd.PathOf(word)
	if at == "" {
		d.Path = "?"
		return
	}
	if d.Path = project.File(cmd.Root, c.Project.Path(at)); d.Path == "." {
		d.Path = ""
	}
}

// Flags returns the options of a command as a JSON object of their long names with their values; 1 for those without.
func (cmd Command) Flags() string {
	options := deeds.OptionsOf(cmd.Command)
	flags := map[string]any{}
	for _, o := range options.List {
		if len(flags) < maxWords {
			if flags[o.Name] = short([]string{o.Value})[0]; o.Value == "" {
				flags[o.Name] = 1
			}
		}
	}
	text, _ := json.Marshal(flags)
	return string(text)
}

// Operands returns the words of a command that are neither options nor their values, as a JSON array.
func (cmd Command) Operands() string {
	return store.JSONList(short(deeds.OptionsOf(cmd.Command).Operands))
}
