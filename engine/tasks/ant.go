package tasks

import (
	"encoding/xml"
	"path"
	"regexp"
	"strings"
	"sync"
)

// antUse finds a property that an attribute uses.
var antUse = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{[^}]*\}`) })

// readAnt reads the targets of a build file of Ant: what they need, and what of them a shell would do as well, which are the
// elements delete and exec. A property that the file does not set stands for something unknown.
func readAnt(text, _ string) definitions {
	all, values := definitions{}, map[string]string{}
	reader := xml.NewDecoder(strings.NewReader(text))
	target, code, dir, patterns := "", "", "", ""
	for {
		token, err := reader.Token()
		if err != nil {
			return all
		}
		end, isEnd := token.(xml.EndElement)
		switch {
		case isEnd && end.Name.Local == "fileset":
			if deletes := antDeletes(dir, patterns); code == "" {
				code = deletes
			} else {
				code += "; " + deletes
			}
		case isEnd && (end.Name.Local == "delete" || end.Name.Local == "exec"):
			if d := all[target]; target != "" && code != "" {
				line, _ := reader.InputPos()
				d.steps = append(d.steps, Step{Line: line, Code: code})
				all[target] = d
			}
			code = ""
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		a := antAttributes(element, values)
		switch element.Name.Local {
		case "project":
			all[""] = definition{needs: []string{a["default"]}}
		case "property":
			values[a["name"]] = a["value"] + a["location"]
		case "target":
			target = a["name"]
			all[target] = definition{needs: strings.FieldsFunc(a["depends"], func(r rune) bool { return r == ',' || r == ' ' })}
		case "delete":
			if code = antDeletes(a["dir"], a["includes"]); a["file"] != "" {
				code = "rm " + a["file"]
			}
		case "fileset":
			dir, patterns = a["dir"], a["includes"]
		case "include":
			patterns += " " + a["name"]
		case "exec":
			code = a["executable"]
		case "arg":
			code += " " + a["value"] + a["file"] + a["path"] + a["line"]
		}
	}
}

// antAttributes returns the attributes of an element with the values of its properties, as words of a shell.
func antAttributes(element xml.StartElement, values map[string]string) map[string]string {
	list := map[string]string{}
	for _, a := range element.Attr {
		value := a.Value
		for name, set := range values {
			value = strings.ReplaceAll(value, "${"+name+"}", set)
		}
		value = strings.ReplaceAll(value, "${basedir}", ".")
		list[a.Name.Local] = antUse().ReplaceAllLiteralString(value, unknown)
	}
	return list
}

// antDeletes returns the code that deletes what matches one of the patterns in a folder, all of it without a pattern.
func antDeletes(dir, patterns string) string {
	if dir == "" {
		return ""
	}
	names := strings.FieldsFunc(patterns, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 {
		return "rm -r " + dir
	}
	code := "rm"
	for _, name := range names {
		if folder, _, deep := strings.Cut(name, "**"); deep {
			return "rm -r " + path.Join(dir, folder)
		}
		code += " " + path.Join(dir, name)
	}
	return code
}
