package engine

import (
	"strings"

	"witness/engine/redact"
	"witness/engine/shell"
)

// scrub takes the secrets, and the bodies of here-documents, out of what is kept of a shell
// line and shown to rules: both see the same text, before a call and after it. What the line
// does was found out from the whole.
func (e *Engine) scrub(c *call, line *shell.Line) {
	var all []string // secrets of the line, which may stand in any of its commands
	hide := func(text string) (hidden string, secrets []string) {
		spans := e.config.secrets.Find(text)
		for _, s := range spans {
			secrets = append(secrets, text[s.Start:s.End])
		}
		all = append(all, secrets...)
		return redact.Without(text, spans), secrets
	}
	// What lies behind what is kept is looked at only as far as a secret may reach.
	c.Command, _ = hide(line.Text[:min(len(line.Text), maxCommand+maxWord)])
	for i := range line.Commands {
		cmd := &line.Commands[i]
		var secrets, more []string
		cmd.Text, secrets = hide(cmd.Text[:min(len(cmd.Text), 2*maxWord)])
		// As words the shell has taken the quotes away and put in what a variable holds.
		_, more = hide(cmd.Name + " " + strings.Join(cmd.Args[:min(len(cmd.Args), maxWords)], " "))
		cmd.Args = withoutAll(cmd.Args, append(secrets, more...))
		if cmd.By != "" {
			_, more = hide(cmd.By + " " + strings.Join(cmd.ByArgs[:min(len(cmd.ByArgs), maxWords)], " "))
			cmd.ByArgs = withoutAll(cmd.ByArgs, append(secrets, more...))
		}
	}
	for _, s := range all {
		// A password such as "test" would take half of the line with it.
		if len(s) >= 12 || redact.Random(s) {
			c.Command = strings.ReplaceAll(c.Command, s, redact.Mark)
			for i := range line.Commands {
				cmd := &line.Commands[i]
				cmd.Text = strings.ReplaceAll(cmd.Text, s, redact.Mark)
				cmd.Args = withoutAll(cmd.Args, []string{s})
				cmd.ByArgs = withoutAll(cmd.ByArgs, []string{s})
			}
		}
	}
	c.Command = cut(c.Command, maxCommand)
}

// withoutAll takes secrets out of the words of a command. A short one may stand in any word
// by chance, and is taken only from the end of one.
func withoutAll(words []string, secrets []string) []string {
	for _, s := range secrets {
		for _, form := range []string{s, strings.ReplaceAll(s, `\`, "")} {
			for i, word := range words {
				switch {
				case form == "" || word == redact.Mark:
				case len(form) >= 4:
					words[i] = strings.ReplaceAll(word, form, redact.Mark)
				case strings.HasSuffix(word, form):
					words[i] = strings.TrimSuffix(word, form) + redact.Mark
				}
			}
		}
	}
	return words
}
