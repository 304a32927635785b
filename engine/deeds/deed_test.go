package deeds

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/shell"
)

var update = flag.Bool("update", false, "write what the lines do into testdata")

// TestDeeds checks what the lines of testdata do. Below each line stands what each of its commands does; below options.txt
// the options and operands.
func TestDeeds(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for line := range strings.Lines(string(text)) {
			switch {
			case strings.HasPrefix(line, "    "):
			case strings.HasPrefix(line, "#") || line == "\n":
				got.WriteString(line)
			default:
				got.WriteString(line)
				for _, said := range describe(filepath.Base(file), strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "⏎", "\n")) {
					got.WriteString("    " + said + "\n")
				}
			}
		}
		if *update {
			if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got.String() != string(text) {
			t.Errorf("%s: got\n%s", file, got.String())
		}
	}
}

// describe returns what a line does. In options.txt it returns the options.
func describe(file, text string) (list []string) {
	parsed := shell.Parse(text, "/p", "/home/me")
	if script, ok := strings.CutPrefix(text, "PS> "); ok {
		parsed = shell.PowerShell(script, "/p", "/home/me")
	}
	line := Line{Line: parsed}
	for n, cmd := range line.Commands {
		if file == "options.txt" {
			o := OptionsOf(cmd)
			said := cmd.Name + ":"
			for _, option := range o.List {
				said += " " + option.Name
				if option.Value != "" {
					said += "=" + option.Value
				}
			}
			list = append(list, said+" | "+strings.Join(o.Operands, " "))
			continue
		}
		for _, name := range Names {
			if d, count := line.Of(n, name); count > 0 {
				list = append(list, name+" "+short(d))
			}
		}
	}
	return list
}

// short returns a list as JSON without what is empty.
func short(list any) string {
	text, _ := json.Marshal(list)
	var objects []map[string]any
	_ = json.Unmarshal(text, &objects)
	var out []string
	for _, o := range objects {
		for k, v := range o {
			if empty, ok := v.([]any); v == "" || v == false || ok && len(empty) == 0 {
				delete(o, k)
			}
		}
		one, _ := json.Marshal(o)
		out = append(out, strings.NewReplacer(`"`, "", "{", "", "}", "").Replace(string(one)))
	}
	return strings.Join(out, "; ")
}
