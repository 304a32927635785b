package fleet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"witness/internal/rqlited"
)

// A world is what a script has besides its folder.
type world struct {
	program string // rqlited
	cluster *rqlited.Cluster
}

// worldOf returns the world of a script.
func worldOf(ts *testscript.TestScript) *world { return ts.Value("world").(*world) }

// servers starts as many servers as it says, which form a cluster, with further arguments: servers 3 [ARG …]. $FLEET is the URL of
// the first.
func servers(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	w := worldOf(ts)
	w.cluster, err = rqlited.Start(w.program, filepath.Join(ts.Getenv("WORK"), ".servers"), n, rqlited.Options{Args: args[1:]})
	ts.Check(err)
	ts.Setenv("FLEET", w.cluster.Nodes[0].URL)
}

// nodeOf returns the server that an argument numbers, from 1.
func nodeOf(ts *testscript.TestScript, arg string) *rqlited.Node {
	i, err := strconv.Atoi(arg)
	ts.Check(err)
	return worldOf(ts).cluster.Nodes[i-1]
}

// crash ends a server: crash 1.
func crash(ts *testscript.TestScript, _ bool, args []string) { nodeOf(ts, args[0]).Kill() }

// restart starts a server that crashed: restart 1.
func restart(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(nodeOf(ts, args[0]).Restart())
}

// join configures the home for the servers, under the name of a machine, with lines of [fleet]: join NAME ['KEY = VALUE' …].
func join(ts *testscript.TestScript, _ bool, args []string) {
	var urls []string
	for _, n := range worldOf(ts).cluster.Nodes {
		urls = append(urls, strconv.Quote(n.URL))
	}
	config := fmt.Sprintf("[fleet]\nurl = [%s]\nmachine = %q\n%s\n", strings.Join(urls, ", "), args[0], strings.Join(args[1:], "\n"))
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("HOME"), ".config", "witness", "config.toml"), []byte(config), 0o600))
}

// backup writes a backup of the first server to a file: backup FILE.
func backup(ts *testscript.TestScript, _ bool, args []string) {
	answer, err := http.Get(nodeOf(ts, "1").URL + "/db/backup")
	ts.Check(err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), content, 0o600))
}

// ask runs a statement on the first server and prints its answer, for what no member would do: ask 'SQL'.
func ask(ts *testscript.TestScript, _ bool, args []string) {
	body, err := json.Marshal([]string{args[0]})
	ts.Check(err)
	answer, err := http.Post(nodeOf(ts, "1").URL+"/db/request?noparse", "application/json", bytes.NewReader(body))
	ts.Check(err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	ts.Check(err)
	if strings.Contains(string(content), `"error"`) {
		ts.Fatalf("%s", content)
	}
	_, err = ts.Stdout().Write(content)
	ts.Check(err)
}
