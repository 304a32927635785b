package agent

import (
	"encoding/json"
	"strings"
)

// clineElement returns the call that the model wrote as an element in its text, and whether there is one: as Cline and Roo Code had it before
// their calls were the API's.
//
//	<execute_command>
//	<command>go test ./...</command>
//	</execute_command>
func clineElement(text string) (call clineCall, ok bool) {
	for rest := text; ; {
		var name string
		_, rest, ok = strings.Cut(rest, "<")
		if !ok {
			return call, false
		}
		if name, _, ok = strings.Cut(rest, ">"); !ok || clineFile.tool(name) == "" {
			continue
		}
		inner := rest[len(name)+1:]
		if end := strings.LastIndex(inner, "</"+name+">"); end >= 0 {
			input, err := json.Marshal(clineParameters(inner[:end]))
			return clineCall{Name: name, Input: input}, err == nil
		}
	}
}

// clineParameters returns the elements of a call by their names. The content of a file may hold elements of its own, so that a parameter ends
// where its name is closed for the last time. Files that are read together are a list of their paths.
func clineParameters(text string) map[string]any {
	all := map[string]any{}
	var files []map[string]string
	for rest := text; ; {
		_, open, ok := strings.Cut(rest, "<")
		if !ok {
			break
		}
		name, inner, ok := strings.Cut(open, ">")
		if !ok {
			break
		}
		rest = inner
		switch closing := "</" + name + ">"; {
		case strings.HasPrefix(name, "/") || name == "args" || name == "file":
		case name == "path":
			path, after, found := strings.Cut(inner, closing)
			if found {
				files, rest = append(files, map[string]string{"path": strings.TrimSpace(path)}), after
			}
		default:
			if end := strings.LastIndex(inner, closing); end >= 0 {
				all[name], rest = strings.Trim(inner[:end], "\n"), inner[end+len(closing):]
			}
		}
	}
	if len(files) == 1 {
		all["path"] = files[0]["path"]
	} else if len(files) > 1 {
		all["files"] = files
	}
	return all
}
