package fleet

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"witness/internal/rqlited"
)

// A payer is a machine whose hooks are timed.
type payer struct {
	*machine
	name    string
	program []string  // runs the hook, nil for none
	took    []float64 // milliseconds of processor time
}

// newPayers returns machines that differ in their server only: two have none, and the others one that is dead, slow, silent or answers.
func newPayers(t *testing.T) (list []*payer) {
	t.Helper()
	c := newCluster(t, 1)
	n := &network{}
	slow, silent, dead := n.newLink(t, c.Nodes[0].URL), n.newLink(t, c.Nodes[0].URL), httptest.NewServer(nil)
	slow.set(slows)
	silent.set(keeps)
	dead.Close()
	for _, of := range []struct{ name, url string }{
		{"none", ""}, {"none, again", ""}, {"dead", dead.URL}, {"slow", slow.url}, {"silent", silent.url}, {"answers", c.Nodes[0].URL},
	} {
		m := newMachine(t, &rqlited.Cluster{}, strings.ReplaceAll(of.name, ", ", "-"))
		if system := filepath.Join(filepath.Dir(m.clone), "system.toml"); of.url == "" {
			write(t, system, "")
		} else {
			write(t, system, fmt.Sprintf("[fleet]\nurl = %q\n", of.url))
		}
		list = append(list, &payer{machine: m, name: of.name})
	}
	list[len(list)-1].run("witness", "fleet", "init")
	t.Cleanup(func() { // the processes that hooks started may still write
		for _, p := range list {
			for os.RemoveAll(filepath.Dir(p.path)) != nil {
			}
		}
	})
	return list
}

// hear gives a payload of Claude Code to the hook.
func (p *payer) hear(t *testing.T, payload map[string]any) {
	t.Helper()
	text, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	argv := append(slices.Clone(p.program), "witness", "hook", "claude")
	c := p.command(argv[0], argv[1:]...)
	c.Stdin = strings.NewReader(strings.ReplaceAll(string(text), "$CLONE", p.clone))
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	p.took = append(p.took, float64((c.ProcessState.UserTime()+c.ProcessState.SystemTime()).Microseconds())/1000)
}

// TestHookCost lets the same agent work on machines whose servers are dead, slow or silent, and logs what the processor time of their hooks is
// of that without a server. Each 20th call starts the process that exchanges facts, which is more often than it is started otherwise.
func TestHookCost(t *testing.T) {
	list := newPayers(t)
	random := rand.New(rand.NewPCG(*seed, 0))
	for i := range *calls {
		call := []map[string]any{
			{"tool_name": "Edit", "tool_input": map[string]any{"file_path": "$CLONE/a.go", "old_string": "package a", "new_string": fmt.Sprint("package a // ", i)}, "tool_response": map[string]any{"filePath": "$CLONE/a.go"}},
			{"tool_name": "Read", "tool_input": map[string]any{"file_path": "$CLONE/a.go"}, "tool_response": map[string]any{"type": "text", "file": map[string]any{"filePath": "$CLONE/a.go", "content": "package a", "numLines": 1, "startLine": 1, "totalLines": 1}}},
			{"tool_name": "Bash", "tool_input": map[string]any{"command": fmt.Sprint("grep -rn name", i, " .")}, "tool_response": map[string]any{"stdout": "a.go:1:name", "stderr": "", "interrupted": false}},
			{"tool_name": "Bash", "tool_input": map[string]any{"command": "go test ./..."}, "tool_response": map[string]any{"stdout": greenRun, "stderr": "", "interrupted": false}},
		}[random.IntN(4)]
		call["session_id"], call["cwd"], call["tool_use_id"] = "s", "$CLONE", fmt.Sprint("toolu_", i)
		for _, moment := range []string{"PreToolUse", "PostToolUse"} {
			call["hook_event_name"] = moment
			for _, j := range random.Perm(len(list)) {
				if _, err := os.Stat(list[j].path + "-sync"); err == nil && i%20 == 10 && moment == "PostToolUse" {
					if err := os.Chtimes(list[j].path+"-sync", time.Unix(1, 0), time.Unix(1, 0)); err != nil {
						t.Fatal(err)
					}
				}
				list[j].hear(t, call)
			}
		}
	}
	for _, p := range list {
		ratio, within := p.compare(list[0])
		t.Logf("%-12s %d hooks, median %.2f ms of processor time; %+.1f %% of that without a server, ± %.1f", p.name, len(p.took), slices.Sorted(slices.Values(p.took))[len(p.took)/2], 100*ratio, 100*within)
		if _, err := os.Stat(p.path + "-sync"); (err == nil) == strings.HasPrefix(p.name, "none") {
			t.Errorf("%s: whether facts are exchanged is not as configured: %v", p.name, err)
		}
	}
}

// compare returns by how much the hooks cost more than those of another machine, and how much that can be wrong by chance (two standard errors).
func (p *payer) compare(with *payer) (ratio, within float64) {
	var sum, squares, base float64
	for i, took := range p.took {
		d := took - with.took[i]
		sum, squares, base = sum+d, squares+d*d, base+with.took[i]
	}
	n := float64(len(p.took))
	deviation := math.Sqrt(max(0, squares/n-sum/n*sum/n))
	return sum / base, 2 * deviation / math.Sqrt(n) / (base / n)
}
