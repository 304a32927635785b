package facts

import (
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/redact"
	"witness/engine/shell"
)

// redact removes secrets and the bodies of here-documents from the text of a shell line, which is
// stored and passed to rules. It is the same before and after the call. The line was parsed before
// from the whole text.
func (r *Resolver) redact(c *Call, line *shell.Line) {
	var all []string // secrets of the line; each may be in any of its commands
	hide := func(text string) (hidden string, secrets []string) {
		spans := r.Secrets.Find(text)
		for _, s := range spans {
			secrets = append(secrets, text[s.Start:s.End])
		}
		all = append(all, secrets...)
		return redact.Replace(text, spans), secrets
	}
	// The search continues behind the part that is kept, for a secret that extends across its end.
	c.Command, _ = hide(line.Text[:min(len(line.Text), maxCommand+MaxWord)])
	for i := range line.Commands {
		cmd := &line.Commands[i]
		var secrets, more []string
		cmd.Text, secrets = hide(cmd.Text[:min(len(cmd.Text), 2*MaxWord)])
		// In the words, quotes are removed and variables expanded.
		_, more = hide(cmd.Name + " " + strings.Join(cmd.Args[:min(len(cmd.Args), maxWords)], " "))
		secrets = append(secrets, more...)
		cmd.Keyed = slices.ContainsFunc(secrets, redact.IsKey)
		cmd.Args = redact.Words(cmd.Args, secrets)
		// A word after an option that is not known may have been taken for a goal or a package.
		cmd.Tasks, cmd.Packages = redact.Words(slices.Clone(cmd.Tasks), secrets), redact.Words(slices.Clone(cmd.Packages), secrets)
		_, more = hide(strings.Join(cmd.Environment[:min(len(cmd.Environment), maxWords)], " "))
		cmd.Environment = redact.Words(slices.Clone(cmd.Environment), append(secrets, more...))
		if cmd.Input != "" {
			cmd.Input, _ = hide(cmd.Input)
		}
		cmd.Filter, _ = hide(cmd.Filter[:min(len(cmd.Filter), MaxWord)])
		if cmd.Interpreter != "" {
			_, more = hide(cmd.Interpreter + " " + strings.Join(cmd.InterpreterArgs[:min(len(cmd.InterpreterArgs), maxWords)], " "))
			cmd.InterpreterArgs = redact.Words(cmd.InterpreterArgs, append(secrets, more...))
		}
	}
	for _, s := range all {
		// Replacing a password such as "test" everywhere would take half of the line with it.
		if len(s) >= 12 || redact.LooksRandom(s) {
			c.Command = strings.ReplaceAll(c.Command, s, redact.Placeholder)
			for i := range line.Commands {
				cmd := &line.Commands[i]
				cmd.Text = strings.ReplaceAll(cmd.Text, s, redact.Placeholder)
				if program, subcommand, ok := strings.Cut(cmd.Name, " "); ok { // an option's argument may have been taken for one
					cmd.Name = program + " " + strings.ReplaceAll(subcommand, s, redact.Placeholder)
				}
				cmd.Args = redact.Words(cmd.Args, []string{s})
				cmd.Tasks, cmd.Packages = redact.Words(cmd.Tasks, []string{s}), redact.Words(cmd.Packages, []string{s})
				cmd.Environment = redact.Words(cmd.Environment, []string{s})
				cmd.Filter = strings.ReplaceAll(cmd.Filter, s, redact.Placeholder)
				cmd.Input = strings.ReplaceAll(cmd.Input, s, redact.Placeholder)
				cmd.InterpreterArgs = redact.Words(cmd.InterpreterArgs, []string{s})
			}
		}
	}
	c.Command = hook.Truncate(c.Command, maxCommand)
}
