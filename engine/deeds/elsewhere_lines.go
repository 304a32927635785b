package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// carriers are the programs that run a line on another machine: the words that begin such a command, the options whose value is the
// line, and how many operands stand before it if it is none; -1 if it only follows "--".
var carriers = []struct {
	words, options string
	before         int
}{
	{"ssh", "", 1},
	{"tsh ssh", "", 2},
	{"pdsh", "", 0},
	{"pssh", "", 0},
	{"parallel-ssh", "", 0},
	{"clush", "", 0},
	{"gcloud compute ssh", "command", -1},
	{"az vm run-command invoke", "scripts", -1},
	{"az ssh vm", "", -1},
	{"aws ssm send-command", "parameters", -1},
	{"aws ecs execute-command", "command", -1},
	{"fly ssh console", "command", -1},
	{"flyctl ssh console", "command", -1},
	{"railway ssh", "", 1},
	{"heroku run", "", 1},
	{"doctl compute ssh", "ssh-command", -1},
	{"vagrant ssh", "command", -1},
	{"nomad alloc exec", "", 3},
	{"multipass exec", "", -1},
	{"lxc exec", "", -1},
	{"incus exec", "", -1},
}

// carried returns the line that a command has run on another machine, "" if it has none.
func carried(cmd shell.Command, o Options) string {
	words := strings.Fields(cmd.Name + " " + strings.Join(o.Operands[:min(3, len(o.Operands))], " "))
	for _, c := range carriers {
		begins := strings.Fields(c.words)
		if len(words) < len(begins) || !slices.Equal(words[:len(begins)], begins) {
			continue
		}
		line := ""
		if c.options != "" {
			line = unlisted(o.Value(c.options))
		}
		before := c.before - (len(strings.Fields(cmd.Name)) - 1)
		if c.before < 0 {
			before = o.Dashes
		}
		if line == "" && before >= 0 {
			line = strings.Join(o.Operands[min(before, len(o.Operands)):], " ")
		}
		return line + "\n" + cmd.Input
	}
	return ""
}

// unlisted returns the lines of a list of parameters: commands=["rm -r x","ls"], {"commands":["rm -r x"]}.
func unlisted(value string) string {
	i := strings.IndexByte(value, '[')
	if i < 0 {
		return strings.TrimPrefix(value, "commands=")
	}
	var lines []string
	for i, part := range strings.Split(value[i:], `"`) {
		if i%2 == 1 {
			lines = append(lines, part)
		}
	}
	return strings.Join(lines, "\n")
}

// transferred returns what the commands of a transfer of files take away on another machine: sftp HOST << E, lftp -e 'rm x' HOST.
func transferred(cmd shell.Command, o Options) (deed string, e Effect) {
	script := strings.ReplaceAll(cmd.Input+"\n"+o.Value("execute"), ";", "\n")
	for line := range strings.SplitSeq(script, "\n") {
		words := strings.Fields(strings.TrimLeft(strings.TrimSpace(line), "-@"))
		if len(words) > 1 && isOneOf(words[0], "rm", "mrm", "rmdir", "delete", "mdelete") {
			return "drops", Effect{Of: "machine", What: "files", Name: strings.TrimSpace(line)}
		}
	}
	return "", Effect{}
}
