package agent

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// shells returns the environments that a client may be started in: a plain one, and the shell
// of each other client, alone and nested in Claude Code's.
func shells() (list []map[string]string) {
	names := []string{"", "COPILOT_CLI", "CURSOR_VERSION", "GEMINI_SESSION_ID", "QWEN_PROJECT_DIR", "DROID_PROJECT_DIR", "DEVIN_PROJECT_DIR"}
	for _, name := range names {
		list = append(list, map[string]string{name: "1"}, map[string]string{name: "1", "CLAUDECODE": "1"})
	}
	return list
}

// A samplePayload is a payload and the agent that sent it.
type samplePayload struct {
	place   string // for error messages
	agent   string // "" if the payload does not identify its agent
	env     string // a variable that the client always sets
	payload []byte
}

// samplePayloads returns the recorded payloads of every agent that was run, and the documented
// ones of the others.
func samplePayloads(t *testing.T) (list []samplePayload) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "*", "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatal("no payloads", err)
	}
	for _, name := range names {
		for i, line := range lines(t, name) {
			list = append(list, samplePayload{place: name + ":" + strconv.Itoa(i+1), agent: filepath.Base(filepath.Dir(name)), payload: line})
		}
	}
	for i, d := range documentedPayloads() {
		s := samplePayload{place: "documented payload " + strconv.Itoa(i), agent: d.agent.Name, env: d.env, payload: []byte(d.payload)}
		if d.agent.Name == "kiro" {
			s.agent = "" // nothing in it is Kiro's own
		}
		list = append(list, s)
	}
	return list
}

// Every payload is identified as its own client's, whatever shell the client was started in
// and in whatever order the agents are tried: no two agents claim it by its content.
func TestEveryPayloadIsIdentifiedAsItsOwn(t *testing.T) {
	orders := [][]*Agent{All, slices.Clone(All)}
	slices.Reverse(orders[1])
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		shuffled := slices.Clone(All)
		rnd.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		orders = append(orders, shuffled)
	}
	for _, s := range samplePayloads(t) {
		for _, env := range shells() {
			if s.env != "" {
				env[s.env] = "/home/dev/proj"
			}
			if claims := claimants(env, s.payload); len(claims) > 1 {
				t.Errorf("%s: in %v claimed by %v", s.place, env, claims)
			}
			for _, order := range orders {
				got := ""
				if found := identify(order, "", environment(env), s.payload); found != nil {
					got = found.Name
				}
				if got != s.agent {
					t.Errorf("%s: in %v identified as %q, want %q", s.place, env, got, s.agent)
				}
			}
		}
	}
}

// No two agents claim a doctor's probe either. It has less than a payload of the client itself:
// its transcript_path is empty.
func TestProbesAreClaimedOnce(t *testing.T) {
	for _, a := range All {
		if claims := claimants(nil, []byte(a.Probe())); len(claims) > 1 {
			t.Errorf("%s: claimed by %v", a.Name, claims)
		}
	}
}

// claimants returns the agents that claim a payload by its content.
func claimants(env map[string]string, payload []byte) (names []string) {
	for _, a := range All {
		if a.Identify(environment(env), payload) == ByPayload {
			names = append(names, a.Name)
		}
	}
	return names
}

// A payload that several clients may have sent belongs to no agent, whatever shell the client
// was started in.
func TestCallerIsUnknownForAmbiguousPayload(t *testing.T) {
	for _, payload := range []string{
		`{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"Stop","stop_hook_active":false}`,                                                  // Kimi
		`{"session_id":"s","cwd":"/home/dev/proj","hook_event_name":"SessionStart","source":"startup"}`,                                                // Kimi
		`{"hook_event_name":"preToolUse","cwd":"/home/dev/proj","session_id":"s","tool_name":"fs_write","tool_input":{"path":"/home/dev/proj/a.txt"}}`, // Kiro
		`{"hook_event_name":"SessionStart","session_id":"s","source":"startup"}`,                                                                       // Devin
		``, `{}`, `garbage`,
	} {
		for _, env := range shells() {
			if found, ok := Caller("", environment(env), []byte(payload)); ok {
				t.Errorf("%s: in %v identified as %s", payload, env, found.Name)
			}
		}
	}
}

// The name in the hook line decides unless one of the agents that run such lines is identified.
func TestCallerGoesByName(t *testing.T) {
	stop := []byte(`{"session_id":"s","cwd":"/p","hook_event_name":"Stop"}`)
	cursor := []byte(`{"conversation_id":"c","cursor_version":"2.4","hook_event_name":"stop"}`)
	for _, test := range []struct {
		name    string
		payload []byte
		want    string
	}{
		{"kimi", stop, "kimi"}, {"claude", stop, "claude"}, {"claude", cursor, "cursor"}, {"gemini", cursor, "gemini"}, {"unknown", stop, ""},
	} {
		found, ok := Caller(test.name, environment(nil), test.payload)
		if found.Name != test.want || ok != (test.want != "") {
			t.Errorf("hook %s: %s called by %q, want %q", test.name, strings.TrimSpace(string(test.payload)), found.Name, test.want)
		}
	}
}

// The text "witness/1" elsewhere in a payload does not make it one of the plain protocol.
func TestPlainIsIdentifiedByItsProtocol(t *testing.T) {
	for payload, want := range map[string]Match{
		`{"protocol":"witness/1","session":"s"}`:                    ByPayload,
		`{"session_id":"s","prompt":"witness/1"}`:                   NoMatch,
		`{"session_id":"s","input":{"protocol":"witness/1"}}`:       NoMatch,
		`{"x":"` + strings.Repeat("x", 5000) + `","p":"witness/1"}`: NoMatch,
	} {
		if got := Plain.Identify(environment(nil), []byte(payload)); got != want {
			t.Errorf("%.60s: %v, want %v", payload, got, want)
		}
	}
}
