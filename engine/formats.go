package engine

import (
	"context"
	"slices"
	"strings"
)

// readFormats reads what a known runner printed in a form that is not its own, such as
// SARIF or JUnit's XML: the readers that claim no command know those, and one that the
// command names, as in --reporter=tap. What is read is the runner's.
func (e *Engine) readFormats(ctx context.Context, c *call, all *found) {
	if c.Background || c.Output == "" {
		return
	}
	e.attribute(c, all)
	for i, cmd := range c.commands {
		if cmd.runner == "" || !cmd.known || slices.ContainsFunc(all.runs, func(r run) bool { return r.command == i && r.how != "exit" }) {
			continue
		}
		into := "diagnostics"
		if e.runsTests(cmd.runner) {
			into = "tests"
		}
		if e.readerOf(cmd, into) == nil {
			continue // the output of a command that nobody claims was shown to all
		}
		for _, f := range e.loadFacts() {
			if f.Err != nil || !e.wants(f, into, c.printed) || len(f.Commands) > 0 && !names(cmd.Args, f.Name) {
				continue
			}
			before := len(all.runs)
			e.readWith(ctx, f, c, []int{i}, all, map[int]bool{})
			for j := before; j < len(all.runs); j++ {
				all.runs[j].tool = cmd.runner
			}
			if len(all.runs) > before {
				all.runs = slices.DeleteFunc(all.runs, func(r run) bool { return r.command == i && r.how == "exit" })
				break
			}
		}
	}
}

// names tells whether a flag or a word of its own is the name of a form, or of a variety
// of it: tap, --tap, -o TAP, --reporter=tap-flat.
func names(words []string, form string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.TrimLeft(w[strings.LastIndexByte(w, '=')+1:], "-")
		return strings.EqualFold(w, form) || strings.HasPrefix(w, form+"-")
	})
}
