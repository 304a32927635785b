package agent

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
)

// setMCPCall sets what a call of a tool does that the client does not have itself, from the name and the
// arguments that servers of the Model Context Protocol give to files and commands. Clients spell the name
// with that of the server: mcp__files__write_file, mcp_files_write_file, files-write_file,
// files_write_file, MCP:write_file. A tool that neither the table nor the words of its name explain stays
// hook.Other, and so does one that names another machine.
func setMCPCall(e *hook.Event, input json.RawMessage) {
	args := membersOf(input)
	if inner := args["arguments"]; len(args["tool_name"]) > 0 && len(inner) > 0 { // use_mcp_tool of Cline
		called := *e
		called.Name = stringValue(args["server_name"]) + "__" + stringValue(args["tool_name"])
		if text := stringValue(inner); text != "" {
			inner = json.RawMessage(text)
		}
		setMCPCall(&called, inner)
		called.Name = e.Name
		*e = called
		return
	}
	if string(args["dryRun"]) == "true" || string(args["dry_run"]) == "true" {
		return
	}
	if patch := stringValue(firstArgument(args, []string{"patch", "patch_text", "patchText", "input"})); strings.HasPrefix(strings.TrimSpace(patch), "*** Begin Patch") {
		e.Tool, e.Files = hook.Edit, patchFiles(patch)
		return
	}
	if setMCPTable(e, args) || firstArgument(args, mcpRemoteNames()) != nil {
		return
	}
	verb := findMCPVerb(e.Name, args)
	switch verb {
	case "":
		if file, statement := mcpDatabase(args); file != "" {
			SetStatement(e, file, statement)
		} else {
			e.Statement = statement
		}
	case hook.Run:
		setMCPCommand(e, args)
	case hook.Search:
		e.Tool = hook.Search
	case mcpMove, mcpCopy:
		from, to := mcpPaths(firstArgument(args, mcpSourceNames())), mcpPaths(firstArgument(args, mcpTargetNames()))
		if len(from) != 1 || len(to) != 1 {
			return
		}
		kind := hook.Delete
		if verb == mcpCopy {
			kind = hook.Scan
		}
		e.Tool, e.Files = hook.Write, []hook.File{{Path: from[0], Kind: kind}, {Path: to[0], Kind: hook.Write}}
	default:
		paths := mcpPaths(firstArgument(args, mcpPathNames()))
		for _, path := range paths {
			e.Files = append(e.Files, hook.File{Path: path, Kind: verb})
		}
		if len(paths) > 0 {
			e.Tool = verb
		}
		if len(paths) == 1 && verb == hook.Write {
			e.Files[0].Content = stringValue(firstArgument(args, mcpContentNames()))
		}
	}
}

// setMCPCommand sets the shell line of a call and the directory that it runs in.
func setMCPCommand(e *hook.Event, args map[string]json.RawMessage) {
	words := mcpStrings(firstArgument(args, mcpCommandNames()))
	if len(words) == 0 {
		return
	}
	e.Tool, e.Command = hook.Run, shellLine(words[0], append(words[1:], mcpStrings(firstArgument(args, []string{"args", "arguments"}))...))
	switch dir := stringValue(firstArgument(args, mcpFolderNames())); {
	case filepath.IsAbs(dir):
		e.CWD = dir
	case dir != "":
		e.CWD = filepath.Join(e.CWD, dir)
	}
}

// SetStatement makes an event that of a command which runs a statement on a SQLite database.
func SetStatement(e *hook.Event, file, statement string) {
	e.Tool, e.Command = hook.Run, shellLine("sqlite3", []string{file, statement})
}

// mcpDatabase returns the file of a SQLite database and the statement that a tool runs on it. The file is "" if the call names none: the
// configuration of the server often does.
func mcpDatabase(args map[string]json.RawMessage) (file, statement string) {
	statement = stringValue(firstArgument(args, []string{"query", "sql", "statement", "sql_query"}))
	file = stringValue(firstArgument(args, []string{"db_path", "dbPath", "database_path", "databasePath", "db_file", "dbFile", "database", "db", "path", "file"}))
	file = strings.TrimPrefix(strings.TrimPrefix(file, "sqlite:///"), "file:")
	if statement == "" || !slices.Contains([]string{".db", ".sqlite", ".sqlite3"}, filepath.Ext(file)) {
		return "", statement
	}
	return file, statement
}

// shellLine returns a command with its arguments as a line for a shell.
func shellLine(command string, args []string) string {
	for _, word := range args {
		command += " " + quoteWord(word)
	}
	return command
}

// quoteWord quotes a word for a shell if it needs that.
func quoteWord(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\$`*?[]{}()<>|&;#~!") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// findMCPVerb returns what a tool does by its name and its arguments, "" if that is not known.
func findMCPVerb(name string, args map[string]json.RawMessage) string {
	words, marked := mcpNameWords(name)
	if does := editorAction(stringValue(args["command"])); does != "" && strings.Contains(words, "edit") && len(args["path"]) > 0 {
		return does
	}
	if string(args["include_body"]) == "true" && !actsElsewhere(strings.Split(words, "_")) {
		return hook.Read // of Serena's tools that find symbols
	}
	for _, r := range mcpRows() {
		server, ok := r.serverOf(words, marked)
		if !ok || r.does == "" || !r.isOf(server) {
			continue
		}
		if actsElsewhere(server) {
			return ""
		}
		return r.does
	}
	if !marked {
		return ""
	}
	return deriveMCPVerb(name, args)
}

// mcpNameWords returns the words of a tool's name, and whether it shows that the tool is an MCP server's.
func mcpNameWords(name string) (words string, marked bool) {
	words = strings.ReplaceAll(mcpWords(name), "__", "_")
	return words, strings.HasPrefix(words, "mcp_") || strings.ContainsAny(name, "-:./") || strings.Contains(name, "__")
}

// mcpWords returns the words of a name in lower case, joined with _: readTextFile is read_text_file.
func mcpWords(name string) string {
	var b strings.Builder
	lower := false // the last character was a lower-case letter
	for _, r := range name {
		switch {
		case r >= 'A' && r <= 'Z':
			if lower {
				b.WriteByte('_')
			}
			b.WriteRune(r + 'a' - 'A')
			lower = false
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
			lower = true
		default:
			b.WriteByte('_')
			lower = false
		}
	}
	return b.String()
}

// firstArgument returns the first of the named arguments that has a value, nil if none has.
func firstArgument(args map[string]json.RawMessage, names []string) json.RawMessage {
	for _, name := range names {
		if value := args[name]; len(value) > 0 && string(value) != "null" && string(value) != `""` {
			return value
		}
	}
	return nil
}

// mcpStrings returns the strings of an argument: one, or a list of them.
func mcpStrings(value json.RawMessage) []string {
	if one := stringValue(value); one != "" {
		return []string{one}
	}
	var list []string
	if json.Unmarshal(value, &list) != nil {
		return nil // an argument of another form names nothing
	}
	return list
}

// mcpPaths returns the paths of an argument: a string, or a list of strings or of objects with a path.
// Globs are left out, because which files they match is not known, and so are addresses.
func mcpPaths(value json.RawMessage) []string {
	paths := mcpStrings(value)
	if len(paths) == 0 {
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list) // an argument of another form has no paths
		for _, one := range list {
			members := map[string]json.RawMessage{}
			eachMember(one, func(name string, value []byte) bool {
				members[name] = value
				return true
			})
			if path := stringValue(firstArgument(members, mcpPathNames())); path != "" {
				paths = append(paths, path)
			}
		}
	}
	for i, path := range paths {
		if file, ok := strings.CutPrefix(path, "file://"); ok {
			if plain, err := url.PathUnescape(file); err == nil {
				paths[i] = plain
			}
		}
	}
	return slices.DeleteFunc(paths, func(path string) bool {
		return path == "" || strings.ContainsAny(path, "*?") || strings.Contains(path, "://")
	})
}
