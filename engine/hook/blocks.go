package hook

import "strings"

// maxBlocks is how many names of blocks are looked for in a prompt.
const maxBlocks = 50

// WithoutBlocks removes the blocks that clients put into a prompt: <system-reminder>…</system-reminder>, <ide_opened_file>…. The name of such a
// block has a sign in it, as no element of HTML has.
func WithoutBlocks(prompt string) string {
	var b strings.Builder
	absent := map[string]bool{} // names of blocks that do not end
	for {
		before, rest, ok := strings.Cut(prompt, "<")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		prompt = rest
		name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz-_"))]
		if strings.ContainsAny(name, "-_") && !absent[name] && len(absent) < maxBlocks {
			if _, after, ok := strings.Cut(rest, "</"+name+">"); ok {
				b.WriteByte('\n')
				prompt = after
				continue
			}
			absent[name] = true
		}
		b.WriteByte('<')
	}
}
