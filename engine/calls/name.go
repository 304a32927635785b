package calls

import (
	"fmt"
	"slices"
	"strings"

	"witness/engine/shell"
)

// The moments that a rule can name by a word.
const (
	Commit = "commit"
	Push   = "push"
	PR     = "pr"    // a pull request is opened, or declared ready
	Merge  = "merge" // a pull request or a branch is merged
	Stop   = "stop"  // the agent is about to end its turn
)

// moments are the commands of each word, and Stop, which has none.
var moments = map[string][]string{
	Commit: {"git commit", "jj commit", "hg commit", "sl commit"},
	Push:   {"git push", "jj git push", "hg push", "sl push"},
	PR:     {"gh pr create", "gh pr new", "gh pr ready", "glab mr create", "glab mr new", "hub pull-request", "az repos pr create"},
	Merge:  {"gh pr merge", "glab mr merge", "git merge"},
	Stop:   nil,
}

// without are the flags with which a command of a moment hands nothing on.
var without = []string{"--dry-run", "--delete", "--tags", "--abort", "--quit", "--help", "-h"}

// kinds are the words for all commands that a reader of facts.d takes for a test, a linter or type checker, or a compiler.
var kinds = map[string]string{"<tests>": "test", "<checks>": "check", "<builds>": "build"}

// A Name is what an entry of an option names.
type Name struct {
	Text string // as it was written

	moment   string          // one of the words for moments
	kind     string          // of all commands of this purpose: test, check or build
	tool     string          // of a client or a server, also mcp: and skill:
	commands []shell.Command // of which all have to be on the line
}

// Parse reads an entry. Words for moments are known only where a rule asks for one.
func Parse(text string, ofMoment bool) (n Name, err error) {
	n.Text = strings.TrimSpace(text)
	kind, tool, isTool := strings.Cut(n.Text, ":")
	switch _, isMoment := moments[n.Text]; {
	case n.Text == "":
		return n, fmt.Errorf("an empty text names no command")
	case isMoment && ofMoment:
		n.moment = n.Text
	case kinds[n.Text] != "":
		n.kind = kinds[n.Text]
	case strings.HasPrefix(n.Text, "<"):
		return n, fmt.Errorf("%q is not <tests>, <checks> or <builds>", n.Text)
	case isTool && slices.Contains([]string{"mcp", "tool", "skill"}, kind):
		if n.tool = strings.TrimSuffix(tool, "()"); n.tool == "" {
			return n, fmt.Errorf("%q names no tool", n.Text)
		}
	default:
		n.commands = parseCommands(n.Text)
		if len(n.commands) == 0 {
			return n, fmt.Errorf("%q is no command", n.Text)
		}
	}
	return n, nil
}

// parseCommands returns the commands of a line, without those that only change the directory.
func parseCommands(line string) (list []shell.Command) {
	for _, cmd := range shell.Parse(line, "/", "/").Commands {
		if cmd.Name != "cd" || strings.HasPrefix(line, "cd ") && !strings.ContainsAny(line, "&;|") {
			cmd.Name, _, _ = strings.Cut(cmd.Name, " +") // the toolchain, if the line says nothing else: see hasToolchain
			cmd.Args = slices.DeleteFunc(slices.Clone(cmd.Args), func(word string) bool { return cmd.Name == "cargo" && strings.HasPrefix(word, "+") })
			list = append(list, cmd)
		}
	}
	return list
}

// A Selection is what of a call has to be known before it is compared with a name.
type Selection struct {
	Commands []string // first words of commands, as a header lists them
	Tools    []string // the client's own names of tools, with a * for what comes before and after
	Any      bool     // any command
	Stop     bool     // the end of a turn
}

// Select returns what selects the calls that may be one of the names.
func Select(names []Name) (s Selection) {
	for _, n := range names {
		switch {
		case n.moment == Stop:
			s.Stop = true
		case n.moment != "":
			for _, c := range moments[n.moment] {
				s.Commands = append(s.Commands, firstWords(c))
			}
		case n.kind != "":
			s.Any = true
		case n.tool != "":
			if s.Tools = append(s.Tools, n.tool); strings.HasPrefix(n.Text, "skill:") {
				s.Tools = append(s.Tools, skillTools...)
			}
		default:
			last := n.commands[len(n.commands)-1]
			if program, _, _ := strings.Cut(last.Name, " "); strings.Contains(program, "*") {
				s.Any = true
			} else if len(last.Tasks) > 0 {
				s.Commands = append(s.Commands, program)
			} else {
				s.Commands = append(s.Commands, last.Name)
			}
		}
	}
	slices.Sort(s.Commands)
	s.Commands = slices.Compact(s.Commands)
	return s
}

// firstWords returns the first words of a command, as facts have them: its program and its subcommand.
func firstWords(command string) string {
	return parseCommands(command)[0].Name
}

// IsTool reports whether a tool with this name of the client is the one that is named. The name of a server's tool has those of
// the client's prefix and of the server before it, each after __ or another separator.
func (n Name) IsTool(name string) bool { return n.tool != "" && NamesTool(n.tool, name) }

// IsSkill reports whether a call of a tool, with what it loads, is of the skill that is named.
func (n Name) IsSkill(tool, loads string) bool {
	return n.tool != "" && strings.HasPrefix(n.Text, "skill:") && slices.Contains(skillTools, tool) && NamesTool(n.tool, loads)
}

// skillTools are the tools of clients that load a skill.
var skillTools = []string{"Skill", "SlashCommand", "activate_skill"}

// NamesTool reports whether a tool, as a rule names it, is that of a client's name.
func NamesTool(tool, name string) bool {
	if strings.EqualFold(tool, name) {
		return true
	}
	parts := strings.FieldsFunc(strings.ReplaceAll(name, "__", "/"), func(r rune) bool { return r == '/' || r == '.' || r == ':' })
	return slices.ContainsFunc(parts, func(part string) bool { return strings.EqualFold(part, tool) })
}

// IsStop reports whether the end of a turn is named.
func (n Name) IsStop() bool { return n.moment == Stop }
