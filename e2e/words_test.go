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

// words are the commands of the scripts in addition to those of testscript. A script also has a
// file "calls" with a line NAME TOOL INPUT for each tool call of its model, and files in home/
// and project/ that each new session starts with.
var words = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"project": project,
	"play":    play,
	"sent":    sent,
	"asked":   asked,
	"show":    show,
	"told":    told,
}

// maxPlay is the time limit of one session; the first session of a client takes longer.
const maxPlay = 3 * time.Minute

// project starts a session: "project cart" creates a new home and a new repository with the
// files of testdata/cart and those of the script, and changes to it. In the script's files
// $MODEL, $HOME and $PROJECT are expanded.
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
	config := filepath.Join(home, ".config", "witness")
	ts.Check(os.MkdirAll(config, 0o755))
	ts.Check(os.WriteFile(filepath.Join(config, "config.toml"), []byte("[rules]\nno_edit_unread = \"warn\"\n"), 0o600)) // the warning of the scripts
	for folder, to := range map[string]string{"project": dir, "home": home} {
		ts.Check(os.MkdirAll(to, 0o755))
		ts.Check(fill(ts, filepath.Join(ts.Getenv("WORK"), folder), to))
	}
	ts.Check(ts.Chdir(dir))
	ts.Check(ts.Exec("git", "init", "--quiet", "--initial-branch=main"))
}

// fill copies a folder of the script, if there is one.
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

// expand replaces the three variables; any other $ is left as it is.
func expand(ts *testscript.TestScript, text string) string {
	return strings.NewReplacer("$MODEL", ts.Getenv("MODEL"), "$HOME", ts.Getenv("HOME"), "$PROJECT", ts.Getenv("PROJECT")).Replace(text)
}

// play runs the client, $CLIENT, once, and replaces PROMPT in its command line, by a text that ends with $SAYS: "play test
// commit" gives the model two turns, the calls of these names, and a last one without a call. The calls of "test+commit"
// are made in parallel, in one turn. In the turn "end" there is no call, those that begin with "sub:" are the turns of
// a subagent, whose task has subText, and after one that begins with "full:" the context is as good as full.
func play(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: play CALL...")
	}
	m := begin(ts, args)
	argv := strings.Fields(ts.Getenv("CLIENT"))
	for i, arg := range argv {
		if arg == "PROMPT" {
			argv[i] = strings.TrimSpace(promptText + " " + ts.Getenv("SAYS"))
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

// begin gives the model a turn for each argument: names of calls in the script's file calls, joined by "+".
func begin(ts *testscript.TestScript, names []string) *model {
	m := ts.Value("model").(*model)
	known, err := callsOf(expand(ts, ts.ReadFile(filepath.Join(ts.Getenv("WORK"), "calls"))))
	ts.Check(err)
	var turns, subs [][]call
	for _, turn := range names {
		turn, of := strings.CutPrefix(turn, "sub:")
		turn, full := strings.CutPrefix(turn, "full:")
		var calls []call
		for name := range strings.SplitSeq(turn, "+") {
			c, ok := known[name]
			if !ok && name != "end" {
				ts.Fatalf("the script's file calls has no %q", name)
			}
			if ok {
				c.Full = full
				calls = append(calls, c)
			}
		}
		if of {
			subs = append(subs, calls)
		} else {
			turns = append(turns, calls)
		}
	}
	m.begin(turns, subs)
	return m
}

// runClient runs a command line in the session's project, ends the processes that remain in its
// process group, and returns the client's output.
func runClient(argv []string, ts *testscript.TestScript) (string, error) {
	out, err := os.CreateTemp(ts.Getenv("WORK"), "said")
	if err != nil {
		return "", err
	}
	defer out.Close()
	environment, err := environ(ts)
	if err != nil {
		return "", err
	}
	cmd := exec.Command("env", argv...)
	cmd.Dir = ts.Getenv("PROJECT")
	cmd.Env = environment
	cmd.Stdout, cmd.Stderr = out, out // a file, because a daemon that keeps a pipe open would block Wait
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	late := time.AfterFunc(maxPlay, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
	err = cmd.Wait()
	if !late.Stop() {
		err = fmt.Errorf("not done after %v: %w", maxPlay, err)
	}
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // usually there is none left
	endDaemons(cmd.Dir)
	text, readErr := os.ReadFile(out.Name())
	if err == nil {
		err = readErr
	}
	return string(text), err
}

// environ returns the script's environment. testscript offers no other way to read it.
func environ(ts *testscript.TestScript) ([]string, error) {
	if err := ts.Exec("sh", "-c", "env >$WORK/environment"); err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(ts.ReadFile(filepath.Join(ts.Getenv("WORK"), "environment"))), "\n"), nil
}

// endDaemons ends processes that a client started in another process group, such as Cline's
// hub. They are identified by the session's folder in their command line.
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

// sent succeeds if the requests contain a text after the prompt, where the results of calls are:
// compact JSON, one message per line.
func sent(ts *testscript.TestScript, neg bool, args []string) {
	holds(ts, neg, args, ts.Value("model").(*model).afterPrompt())
}

// asked succeeds if the requests contain a text anywhere, the system prompt included.
func asked(ts *testscript.TestScript, neg bool, args []string) {
	holds(ts, neg, args, ts.Value("model").(*model).everything())
}

// holds succeeds if the text contains an argument; "-count=N" requires exactly N occurrences.
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

// callsOf parses the file "calls".
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

// cut truncates a long text.
func cut(text string, most int) string {
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
