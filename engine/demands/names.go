package demands

import (
	"path"
	"slices"
	"strings"
)

var (
	anyName     = lazy(`<[^>]*>|\[[^\]]*\]|\{[^},]*\}`)
	placeholder = lazy(`<[^>]*>|\[[^\]]*\]|\{\{[^}]*\}\}|\{[^}]*\}|(?:^|\s)\.\.\.|…|"[^"]*"|'[^']*'|\s[A-Z]+(?:_[A-Z]+)+$`)
	flagged     = lazy(`\s--?[a-z][\w-]*[ =](?:<[^>]*>|"<[^>]*>"|\{[^}]*\})`)
	madeUpPath  = lazy(`^(?:\./)?path(?:/to/\S*)?$`)
	madeUp      = lazy(`(^|/|_|-)(?:new[_-]?[a-rt-z]|(?:new|my|your)[_-][a-z])[a-z]*(/|\.|$)`)
	variable    = lazy(`^[A-Z_][A-Z0-9_]*=\S*$`)
	changeDir   = lazy(`^\s*cd\s+\S+\s*(?:&&|;)\s*`)
	comment     = lazy(`\s+#.*$|\s+//\s.*$`)
	plainPath   = lazy(`^[\w.@+*{}<>~,\[\]/()-]+$`)
	bareWord    = lazy(`^[\w.-]+$`)
	fileName    = lazy(`^[\w./-]+\.[a-z]+$`)
	anyWithEnd  = lazy(`^\*(?:\.[A-Za-z][A-Za-z0-9]*)+$`) // *.resx: all files with this end
	programName = lazy(`^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$`)
	skillName   = lazy(`^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$`)
	called      = lazy(`^([a-z][a-z0-9]*(?:_[a-z0-9]+)+)(?:\(.*\))?$`)
	tool        = lazy(`^\$[a-z][\w-]+$`)
)

// programs are names of programs.
type programs map[string]bool

// commandsOf returns the commands of a span or a line of a fence in their plain form, none if it is no command.
func (own programs) commandsOf(text string) (list []string) {
	text = flagged().ReplaceAllString(text, " ")
	text = changeDir().ReplaceAllString(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "$ ")), "")
	text = comment().ReplaceAllString(text, "")
	text, _, _ = strings.Cut(text, " | ")
	for _, part := range strings.Split(text, "&&") {
		if c := own.plain(part); c != "" {
			list = append(list, c)
		} else {
			return nil
		}
	}
	return list
}

// plain returns a command without placeholders and prompt, "" if it is none.
func (own programs) plain(text string) string {
	fields := strings.Fields(placeholder().ReplaceAllString(text, " "))
	from := 0
	for from < len(fields) && variable().MatchString(fields[from]) {
		from++
	}
	fields = fields[from:]
	for i, f := range fields {
		if f == ">" || f == `\` || f == "2>" || f == "<" || f == "|" || f == "||" || strings.HasPrefix(f, "#") {
			fields = fields[:i]
			break
		}
	}
	if len(fields) == 0 {
		return ""
	}
	first := fields[0]
	for len(fields) > 1 && strings.Trim(fields[len(fields)-1], "*./-") == "" && fields[len(fields)-1] != "." && !strings.HasSuffix(fields[len(fields)-1], "/...") {
		fields = fields[:len(fields)-1]
	}
	for len(fields) > 1 && madeUpPath().MatchString(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	last := &fields[len(fields)-1]
	*last = strings.TrimRight(*last, "*")
	if len(fields) > 1 {
		*last = strings.TrimSuffix(*last, ":")
	}
	if *last == "" {
		fields = fields[:len(fields)-1]
	}
	switch base := path.Base(first); {
	case !bareWord().MatchString(strings.ReplaceAll(first, "/", "")):
		return ""
	case runnable(first, len(fields) > 1):
		return strings.Join(fields, " ")
	case len(fields) > 1 && own[first] && argument(fields[1]):
		return strings.Join(fields, " ")
	case strings.Contains(first, "/"), !slices.Contains(cues().Code.Programs, base):
		return ""
	case len(fields) == 1 && slices.Contains(cues().Code.Common, base):
		return ""
	case len(fields) > 1 && !argument(fields[1]):
		return ""
	}
	return strings.Join(fields, " ")
}

// argument reports whether a word can be the first argument of a program, and is not the next word of a sentence or of a program text.
func argument(w string) bool {
	return !strings.ContainsAny(w[:1], "=({[;:,") && w != "is" && w != "and"
}

func isScript(name string) bool {
	return slices.Contains(cues().Code.Scripts, strings.TrimPrefix(path.Ext(name), "."))
}

// isDoc reports whether a path is that of a document.
func isDoc(p string) bool {
	return !strings.Contains(p, "://") && slices.Contains(cues().Code.Documents, strings.TrimPrefix(path.Ext(p), "."))
}

// isBarePath reports whether a word without marks is surely a file.
func isBarePath(w string) bool {
	if folder, ok := strings.CutSuffix(w, "/"); ok && len(folder) > 2 && bareWord().MatchString(folder) {
		return true
	}
	if strings.Contains(w, "://") || !plainPath().MatchString(w) || strings.Count(w, ".") > 4 {
		return false
	}
	base := path.Base(strings.TrimSuffix(w, "/"))
	return slices.Contains(cues().Code.Files, strings.TrimPrefix(path.Ext(base), ".")) && !strings.EqualFold(base, "node.js") && !strings.EqualFold(base, "next.js") && (len(strings.TrimSuffix(base, path.Ext(base))) > 0 || base == ".env") && !strings.HasSuffix(strings.ToLower(base), ".js")
}

// globOf returns the glob of a span that is a path, "" if it is none. A placeholder stands for any name, and a folder for all in it.
func globOf(text string) string {
	p := strings.TrimPrefix(strings.TrimSpace(text), "./")
	if p == "" || strings.ContainsAny(p, " \t$\"'=|&;") || strings.Contains(p, "://") || !plainPath().MatchString(p) || strings.HasPrefix(p, "@") || strings.HasPrefix(p, "~") || strings.HasPrefix(p, "-") || strings.HasPrefix(p, "/") || strings.HasSuffix(p, ")") {
		return ""
	}
	if i := strings.LastIndexByte(p, ':'); i > 0 {
		p = p[:i]
	}
	dir := strings.HasSuffix(p, "/") || strings.HasSuffix(p, "/*") // each package, with what is in it
	p = strings.TrimSuffix(strings.TrimSuffix(p, "/*"), "/")
	base := path.Base(p)
	ext := strings.TrimPrefix(path.Ext(base), ".")
	known := anyWithEnd().MatchString(p) || slices.Contains(cues().Code.Files, ext) && (ext != "env" || strings.HasPrefix(base, ".env")) || slices.Contains(cues().Code.Named, base)
	if strings.HasPrefix(base, ".") && !strings.Contains(p, "/") && slices.Contains(cues().Code.Files, ext) && base == "."+ext && !slices.Contains(cues().Code.Named, base) { // `.proto`: all files with this end
		return "**/*" + base
	}
	if !known && (strings.HasPrefix(base, ".") && strings.HasSuffix(base, "rc") || strings.Contains(base, ".*")) {
		if strings.Contains(p, "/") {
			return p
		}
		return "**/" + p
	}
	if !known && !dir && !(strings.Contains(p, "/") && !strings.Contains(p, "..") && strings.Contains(p, "*")) && !(strings.HasPrefix(p, ".") && strings.Contains(p, "/")) {
		return ""
	}
	p = anyName().ReplaceAllString(p, "*")
	p = madeUp().ReplaceAllString(p, "${1}*${2}")
	switch {
	case dir || !known && !strings.Contains(base, "*") || base == "node_modules" || base == "dist" || base == "vendor":
		return prefixed(p) + "/**"
	case !strings.Contains(p, "/") && strings.Contains(p, "*"):
		return "**/" + p
	}
	return prefixed(p)
}

// prefixed returns a folder that stands anywhere with the glob for it.
func prefixed(p string) string {
	if p == "node_modules" {
		return "**/" + p
	}
	return p
}

// eventOf returns the event of a skill or of a tool of an MCP server that a span names: `$review`, the `review` skill, the `search` MCP tool.
func eventOf(text string, behind []token) string {
	switch {
	case tool().MatchString(text):
		return "skill:" + text[1:]
	case skillName().MatchString(text) && len(behind) > 0 && behind[0].text == "skill":
		return "skill:" + text
	case bareWord().MatchString(text) && len(behind) > 0 && (behind[0].text == "mcp" || behind[0].text == "tool" && strings.ContainsAny(text, "_-")):
		return "mcp:" + text
	}
	return ""
}

// runnable reports whether a path is run where it stands first: a script, or a program of a folder of scripts.
func runnable(first string, arguments bool) bool {
	ext := strings.TrimPrefix(path.Ext(first), ".")
	known := slices.Contains(cues().Code.Files, ext)
	dirs := strings.Split(strings.TrimPrefix(first, "./"), "/")
	inScripts := len(dirs) > 1 && slices.Contains([]string{"bin", "scripts", "script", "hack"}, dirs[len(dirs)-2])
	switch {
	case strings.HasSuffix(first, "/"):
		return false
	case strings.HasPrefix(first, "/"):
		return !known && path.Base(first) != "bin" && strings.Count(first, "/") > 1
	case ext == "sh" || ext == "bash" || ext == "ps1" || ext == "bat":
		return strings.Contains(first, "/") || arguments
	case known && !isScript(first):
		return false
	case strings.HasPrefix(first, "./"):
		return !known || arguments || inScripts
	}
	return inScripts && (arguments || !known || dirs[0] == "scripts") || isScript(first) && arguments && !strings.Contains(first, "(")
}
