//go:build unix

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// words are what the scripts say besides testscript's own commands. A script has, beside
// them, a file "calls" with a line NAME TOOL INPUT for each tool call that its model makes,
// and files below home/ and project/ that each new session begins with.
var words = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"project": project,
	"play":    play,
	"sent":    sent,
	"asked":   asked,
}

// maxPlay is how long one session may take; the first of a client unpacks things.
const maxPlay = 3 * time.Minute

// project begins a session: "project cart" makes a new home and a new repository with the
// files of testdata/cart, those of the script on top, and goes there. In the script's files
// $MODEL, $HOME and $PROJECT are replaced.
func project(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: project NAME")
	}
	run, err := os.MkdirTemp(ts.Getenv("WORK"), "session")
	ts.Check(err)
	dir, home := filepath.Join(run, "proj"), filepath.Join(run, "home")
	ts.Setenv("PROJECT", dir)
	ts.Setenv("HOME", home)
	ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join(ts.Getenv("REPO"), "e2e", "testdata", args[0]))))
	for folder, to := range map[string]string{"project": dir, "home": home} {
		ts.Check(os.MkdirAll(to, 0o755))
		ts.Check(fill(ts, filepath.Join(ts.Getenv("WORK"), folder), to))
	}
	ts.Check(ts.Chdir(dir))
	ts.Check(ts.Exec("git", "init", "--quiet", "--initial-branch=main"))
}

// fill copies a folder of the script, if it has it.
func fill(ts *testscript.TestScript, from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return nil
	}
	return filepath.WalkDir(from, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, []byte(expand(ts, string(text))), 0o644)
	})
}

// expand replaces the three names; any other $ is the text's own.
func expand(ts *testscript.TestScript, text string) string {
	return strings.NewReplacer("$MODEL", ts.Getenv("MODEL"), "$HOME", ts.Getenv("HOME"), "$PROJECT", ts.Getenv("PROJECT")).Replace(text)
}

// play runs the client, $CLIENT, once, with the prompt in the place of PROMPT: "play test
// commit" gives its model two turns, the calls of these names, and a last one in which it
// says that it is done.
func play(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: play CALL...")
	}
	m := ts.Value("model").(*model)
	known, err := callsOf(expand(ts, ts.ReadFile(filepath.Join(ts.Getenv("WORK"), "calls"))))
	ts.Check(err)
	var turns []call
	for _, name := range args {
		c, ok := known[name]
		if !ok {
			ts.Fatalf("the script's file calls has no %q", name)
		}
		turns = append(turns, c)
	}
	m.begin(turns)
	argv := strings.Fields(ts.Getenv("CLIENT"))
	for i, arg := range argv {
		if arg == "PROMPT" {
			argv[i] = promptText
		}
	}
	said, err := runClient(argv, ts)
	ts.Logf("the client: %v\n%s\nthe model was sent:\n%s", err, cut(said, 4000), cut(m.afterPrompt(), 20000))
	if err != nil {
		ts.Fatalf("the client failed: %v", err)
	}
	if left := m.left(); left > 0 {
		ts.Fatalf("the session ended %d turns early", left)
	}
}

// runClient runs a command line in the session's project, and ends what it left behind in
// its process group. It returns what the client printed.
func runClient(argv []string, ts *testscript.TestScript) (string, error) {
	out, err := os.CreateTemp(ts.Getenv("WORK"), "said")
	if err != nil {
		return "", err
	}
	defer out.Close()
	if err := ts.Exec("sh", "-c", "env >$WORK/environment"); err != nil { // it has no other door
		return "", err
	}
	cmd := exec.Command("env", argv...)
	cmd.Dir = ts.Getenv("PROJECT")
	cmd.Env = strings.Split(strings.TrimSpace(ts.ReadFile(filepath.Join(ts.Getenv("WORK"), "environment"))), "\n")
	cmd.Stdout, cmd.Stderr = out, out // a file: a daemon that keeps it open holds up nobody
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	late := time.AfterFunc(maxPlay, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err = cmd.Wait()
	if !late.Stop() {
		err = fmt.Errorf("not done after %v: %w", maxPlay, err)
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // most left nobody
	endDaemons(cmd.Dir)
	text, readErr := os.ReadFile(out.Name())
	if err == nil {
		err = readErr
	}
	return string(text), err
}

// endDaemons ends what a client left behind in a group of its own: Cline's hub. It is known
// by the session's folder in its command line, which no other process has.
func endDaemons(folder string) {
	list, err := exec.Command("ps", "-e", "-o", "pid=,args=").Output()
	if err != nil {
		return
	}
	for line := range strings.Lines(string(list)) {
		pid, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		if number, err := strconv.Atoi(pid); err == nil && strings.Contains(args, folder) {
			_ = syscall.Kill(number, syscall.SIGTERM)
		}
	}
}

// sent holds if a text is in what the model was sent after the prompt, which is where the
// results of its calls are: as JSON, without blanks, one message in a line.
func sent(ts *testscript.TestScript, neg bool, args []string) {
	holds(ts, neg, args, ts.Value("model").(*model).afterPrompt())
}

// asked holds if a text is in anything that the model was sent, the prompt and before.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	holds(ts, neg, args, ts.Value("model").(*model).everything())
}

// holds looks for a text. "-count=N" before it asks for exactly N occurrences.
func holds(ts *testscript.TestScript, neg bool, args []string, in string) {
	count := -1
	if len(args) == 2 {
		if _, err := fmt.Sscanf(args[0], "-count=%d", &count); err != nil {
			ts.Fatalf("usage: sent [-count=N] TEXT")
		}
		args = args[1:]
	}
	if len(args) != 1 {
		ts.Fatalf("usage: [!] sent [-count=N] TEXT")
	}
	switch found := strings.Count(in, args[0]); {
	case in == "":
		ts.Fatalf("the model was sent nothing")
	case neg && found > 0:
		ts.Fatalf("unexpected: %s", args[0])
	case !neg && (count < 0 && found == 0 || count >= 0 && found != count):
		ts.Fatalf("found %d times: %s", found, args[0])
	}
}

// callsOf reads the file of calls.
func callsOf(text string) (map[string]call, error) {
	calls := map[string]call{}
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if len(words) < 3 {
			return nil, fmt.Errorf("calls:%d: want NAME TOOL INPUT, not %q", i+1, line)
		}
		_, input, _ := strings.Cut(strings.TrimSpace(line[len(words[0]):]), " ")
		if !json.Valid([]byte(input)) {
			return nil, fmt.Errorf("calls:%d: the input is not JSON: %s", i+1, input)
		}
		calls[words[0]] = call{Tool: words[1], Input: json.RawMessage(input)}
	}
	return calls, nil
}

// cut keeps the first bytes of a text.
func cut(text string, most int) string {
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
