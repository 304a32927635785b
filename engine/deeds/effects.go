package deeds

import (
	_ "embed"
	"net/url"
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// An Effect is what a command does to something that is no file which it names.
type Effect struct {
	Of   string `json:"of"`   // what it is done to, see effects.txt: data, cloud, service, forge, secret, history, disk, …
	What string `json:"what"` // in words for a message
	Name string `json:"name"` // the operand behind the words that the row has, "" if there is none

	Production bool `json:"production"` // a word of the command says production: --prod, shop-production
}

//go:embed effects.txt
var effectRows string

// removes are the words of @removes.
var removes = []string{"delete", "del", "destroy", "remove", "rm", "purge", "terminate", "archive", "revoke", "drop", "erase", "uninstall"}

// effects returns what the n-th command of a line does, by the deed: drops, releases, alters or exposes.
func effects(line shell.Line, n int) (deed string, e Effect) {
	cmd := line.Commands[n]
	deed, e = elsewhere(cmd)
	if deed == "" {
		deed, e, _ = tabled(cmd)
	}
	if deed == "" {
		deed, e = sql(cmd)
	}
	if deed == "" {
		deed, e = refs(line, n)
	}
	if deed == "" {
		deed, e = device(line, n)
	}
	if deed == "" {
		deed, e = deploys(line, n)
	}
	if deed == "" {
		deed, e = tagged(line, n)
	}
	if deed == "" {
		deed, e = production(cmd, "")
	}
	if deed == "" && isShell(cmd.Name) && slices.Contains(cmd.Args, "-i") && strings.Contains(line.Text, "/dev/tcp/") {
		deed, e = "exposes", Effect{Of: "shell", What: "a shell to another machine"}
	}
	if deed == "" {
		deed, e = echoed(line, cmd)
	}
	if deed == "" {
		deed, e = listedKeys(line, n)
	}
	if deed == "drops" && e.Of == "data" && (ofTests(cmd) || e.isTests(cmd)) {
		return "", Effect{}
	}
	if e.Of == "database" {
		if e.Name = databaseElsewhere(line, n); e.Name == "" {
			return "", Effect{}
		}
	}
	if deed == "reveals" && !printed(line, n) {
		return "", Effect{}
	}
	if cmd.Container != "" && slices.Contains([]string{"network", "schedule", "jobs", "service"}, e.Of) {
		return "", Effect{} // it is the container's own, which has another network and starts nothing of this machine
	}
	if e.Of == "jobs" && keepsJobs(line, n) {
		return "", Effect{}
	}
	if e.Of == "chroot" && !slices.Contains(cmd.Wrappers, "chroot") {
		return "", Effect{}
	}
	e.Production = deed == "releases" && slices.ContainsFunc(strings.Fields(cmd.Text), func(word string) bool { return slices.ContainsFunc(parts(word), isProduction) })
	return deed, e
}

// refs returns that git is told to delete refs by a list on its standard input.
func refs(line shell.Line, n int) (deed string, e Effect) {
	cmd := line.Commands[n]
	if cmd.Name != "git update-ref" || !OptionsOf(cmd).Has("stdin") {
		return "", Effect{}
	}
	deletes := strings.Contains(cmd.Input, "delete ")
	for i, earlier := range line.Commands[:n] {
		deletes = deletes || Feeds(line, i, n) && strings.Contains(strings.Join(earlier.Args, " "), "delete ")
	}
	if !deletes {
		return "", Effect{}
	}
	return "drops", Effect{Of: "history", What: "refs"}
}

// production returns the name of the database that a client opens, or of the machine that files are copied to, if it says that it is
// production. machine is the one that ssh runs the client on, "" for this one. A client that is given nothing but a SELECT only reads.
func production(cmd shell.Command, machine string) (deed string, e Effect) {
	if isOneOf(cmd.Name, "scp", "rsync") {
		o := OptionsOf(cmd)
		to, place, _ := strings.Cut(o.Operand(len(o.Operands)-1), ":")
		if place != "" && len(o.Operands) > 1 && !o.DryRun() && slices.ContainsFunc(parts(to), isProduction) {
			return "reaches", Effect{Of: "production", What: "production", Name: to[strings.IndexByte(to, '@')+1:]}
		}
		return "", Effect{}
	}
	if !isOneOf(cmd.Name, "psql", "mysql", "mariadb", "mongosh", "mongo", "redis-cli", "pgcli", "mycli", "sqlcmd", "cqlsh", "pg_restore", "clickhouse-client") {
		return "", Effect{}
	}
	o := OptionsOf(cmd)
	text := strings.ToLower(strings.TrimLeft(o.Value("command", "execute")+cmd.Input, " \n"))
	if strings.HasPrefix(text, "select") || strings.HasPrefix(text, "show") || strings.HasPrefix(text, "\\d") || strings.HasPrefix(text, "explain") || o.DryRun() {
		return "", Effect{}
	}
	names := append([]string{machine, o.Value("host"), o.Value("dbname", "database"), o.Value("uri")}, o.Operands...)
	for word := range strings.FieldsSeq(cmd.Text) { // a variable, whose value is not known: psql "$PROD_DATABASE_URL"
		if name := strings.Trim(word, `"'{}`); strings.HasPrefix(name, "$") && !strings.ContainsAny(name, "()") {
			names = append(names, strings.Trim(name, "${}"))
		}
	}
	for _, name := range names {
		if strings.Contains(name, " ") {
			continue
		}
		if slices.ContainsFunc(parts(strings.ToLower(name)), isProduction) {
			return "reaches", Effect{Of: "production", What: "production", Name: host(name)}
		}
	}
	return "", Effect{}
}

// isShell reports whether a program is a shell of Unix.
func isShell(name string) bool { return isOneOf(name, "sh", "bash", "zsh", "dash", "ksh") }

// tabled returns what the table says of a command.
func tabled(cmd shell.Command) (deed string, e Effect, ok bool) {
	program, sub, _ := strings.Cut(cmd.Name, " ")
	if program == "" || strings.Contains(program, "\n") {
		return "", Effect{}, false
	}
	var o *Options
	var words []string
	for rest := effectRows; ; {
		i := strings.Index(rest, program)
		if i < 0 {
			return "", Effect{}, false
		}
		start, end := strings.LastIndexByte(rest[:i], '\n')+1, i+strings.IndexByte(rest[i:], '\n')
		row := rest[start:end]
		rest = rest[end:]
		pattern, said, _ := strings.Cut(row, "  ")
		programs, pattern, _ := strings.Cut(pattern, " ")
		if row[0] == '#' || !slices.Contains(strings.Split(programs, ","), program) {
			continue
		}
		if o == nil {
			read := OptionsOf(cmd)
			if o = &read; o.DryRun() || isHere(o.Value("endpoint-url")) {
				return "", Effect{}, false
			}
			words = append(strings.Fields(sub), o.Operands...)
			if isOneOf(program, "mongosh", "mongo", "redis-cli") && cmd.Input != "" { // echo FLUSHALL | redis-cli
				words = append(words, strings.Join(strings.Fields(cmd.Input), " "))
			}
			o.settings(cmd)
		}
		if at, matches := match(strings.Fields(pattern), words, *o); matches {
			what, message, _ := strings.Cut(said, "  ")
			deed, of, _ := strings.Cut(what, " ")
			e = Effect{Of: of, What: message}
			if at < len(words) {
				e.Name = words[at]
			}
			return deed, e, true
		}
	}
}

// isHere reports whether an address is one of this machine: aws --endpoint-url http://localhost:4566 speaks to no cloud.
func isHere(address string) bool {
	at, err := url.Parse(address)
	return err == nil && isOneOf(at.Hostname(), "localhost", "127.0.0.1", "::1")
}

// settings adds those that git is given for one command: -c gc.pruneExpire=now.
func (o *Options) settings(cmd shell.Command) {
	for _, set := range strings.Split(cmd.Text, " -c ")[1:] {
		if key, value, ok := strings.Cut(wordOf(set), "="); ok && strings.HasPrefix(cmd.Name, "git ") {
			o.List = append(o.List, Option{strings.ToLower(key), strings.Trim(value, `'"`)})
		}
	}
}

// match reports whether a command with these words and options has the pattern, and how many of its words the pattern took.
func match(pattern, words []string, o Options) (at int, ok bool) {
	anywhere := false
	for _, token := range pattern {
		bare, not := strings.CutPrefix(token, "!")
		switch {
		case token == "**":
			anywhere = true
		case strings.HasPrefix(bare, "-") && bare != "-" && !strings.HasPrefix(bare, "-|"):
			if o.matches(bare) == not {
				return 0, false
			}
		case not:
			if slices.ContainsFunc(words, func(w string) bool { return wordMatches(bare, w) }) {
				return 0, false
			}
		default:
			for anywhere && at < len(words) && !wordMatches(token, words[at]) {
				at++
			}
			if at >= len(words) || !wordMatches(token, words[at]) {
				return 0, false
			}
			at, anywhere = at+1, false
		}
	}
	return at, true
}

// matches reports whether one of the options in a token is given: --name|-x|--name=glob.
func (o Options) matches(token string) bool {
	for alternative := range strings.SplitSeq(token, "|") {
		name, glob, valued := strings.Cut(strings.TrimLeft(alternative, "-"), "=")
		for _, option := range o.List {
			if globs(name, strings.ToLower(option.Name)) && (!valued || globs(glob, strings.ToLower(option.Value))) || name == option.Name && !valued {
				return true
			}
		}
	}
	return false
}

// wordMatches reports whether a word is one of the alternatives of a token.
func wordMatches(token, word string) bool {
	word = strings.ToLower(word)
	for alternative := range strings.SplitSeq(token, "|") {
		if alternative == "@removes" && slices.Contains(removes, word) || globs(alternative, word) {
			return true
		}
	}
	return false
}

// globs reports whether a word matches a pattern in which * stands for any characters, also a slash.
func globs(pattern, word string) bool {
	if !strings.ContainsAny(pattern, "*?[") {
		return pattern == word
	}
	ok, _ := path.Match(pattern, strings.ReplaceAll(word, "/", "\x00"))
	if !ok && strings.Contains(pattern, "/") {
		ok, _ = path.Match(strings.ReplaceAll(pattern, "/", "\x00"), strings.ReplaceAll(word, "/", "\x00"))
	}
	return ok
}
