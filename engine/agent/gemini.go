package agent

import (
	"slices"

	"witness/engine/hook"
)

// Gemini is Google's Gemini CLI, measured with version 0.61.0.
//
//	capability             how the reply expresses it
//	context before a call  not supported
//	context after a call   hookSpecificOutput.additionalContext, after the tool's output
//	ask                    not supported: without a user it ends the run
//	block                  decision "deny"; the reason becomes the tool's error
//	prevent stopping       decision "deny" at AfterAgent
//	tell the user          systemMessage, with -p on stderr
//
// Peculiarities:
//
//   - Calls have no id, and a subagent's calls are not marked: what it reads counts for the main
//     agent.
//   - A command that fails sends AfterTool like any other. Its exit code follows its output,
//     "Exit Code: 3", and is missing if it is 0.
//   - If a tool itself fails (an edit whose text is not found), context is dropped, while a deny
//     replaces the error; the reason of the deny therefore repeats the error.
//   - Any exit status of a hook other than 0 and 1 denies if stderr is not empty, and output that
//     is not JSON is shown to the user: the line must never print.
//   - Timeouts are in milliseconds.
//   - PreCompress fires before every request to the model and says nothing.
//   - BeforeAgent fires again after a stop was denied, with the hook's reason as the prompt.
//   - BeforeAgent has the prompt as the model receives it, with the contents of the files that it names.
//   - Paths are as the model spelled them; dir_path is where a command runs.
var Gemini = Agent{
	Name:        "gemini",
	EnvMarkers:  []string{"GEMINI_CLI", "GEMINI_SESSION_ID"},
	Identify:    identifyGemini,
	Decode:      decodeGemini,
	Answer:      answerGemini,
	TellsUser:   true,
	NoContextAt: []string{hook.Before, hook.End},
	Transcript:  geminiTranscript,
	Settings: []Settings{
		{Scope: "project", Path: ".gemini/settings.json", Comments: true, Hooks: geminiHooks, Note: geminiTrustNote},
		{Scope: "user", Path: ".gemini/settings.json", MovedBy: "GEMINI_CLI_HOME=", Comments: true, Hooks: geminiHooks},
	},
	Signs:   Signs{Programs: []string{"gemini"}, Project: []string{".gemini", "GEMINI.md"}, User: []string{".gemini"}},
	Marked:  "does not start with them", // measured with the version in e2e/clients.txt
	Servers: []Settings{{Scope: "project", Path: ".gemini/settings.json", Comments: true}, {Scope: "user", Path: ".gemini/settings.json", MovedBy: "GEMINI_CLI_HOME=", Comments: true}},
	Bypass: Bypass{
		Programs:  []string{"gemini-cli"},
		Words:     []string{"hooks disable*", "hooks uninstall*", "extensions disable witness*", "extensions uninstall witness*", "extension disable witness*", "extension uninstall witness*", "-e none", "--extensions none"},
		Variables: []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH", "GEMINI_CLI_TRUSTED_FOLDERS_PATH"},
		Settings:  []Settings{{Scope: "user", Path: ".gemini/trustedFolders.json", MovedBy: "GEMINI_CLI_HOME="}, {Scope: "system", Path: geminiSystemSettings}},
		SetIn:     []Settings{{Scope: "user", Path: ".gemini/.env", MovedBy: "GEMINI_CLI_HOME="}},
		Folders:   []Settings{{Scope: "user", Path: ".gemini/extensions/witness", MovedBy: "GEMINI_CLI_HOME="}},
		Keys:      []string{"hooksConfig", "tools", "security"},
	},
	Probe:    `{"session_id":"doctor","transcript_path":"","cwd":"$CWD","hook_event_name":"BeforeTool","timestamp":"2026-11-20T20:25:46.185Z","tool_name":"run_shell_command","tool_input":{"command":"$COMMAND"}}`,
	Diagnose: diagnoseGemini,
	Plugin:   geminiPlugin,
}

// geminiEntry is one hook. The line prints nothing and exits with status 0 whatever happens to
// witness; env makes that true of fish, too. On Windows the client runs it in PowerShell,
// according to its source. The timeout is in milliseconds.
const geminiEntry = `[{"hooks":[{"name":"witness","type":"command","command":"` + hookLinePrefix + "gemini" + hookLineSuffix + `","timeout":10000}]}]`

const geminiHooks = `{"hooks":{` +
	`"SessionStart":` + geminiEntry +
	`,"BeforeAgent":` + geminiEntry +
	`,"BeforeTool":` + geminiEntry +
	`,"AfterTool":` + geminiEntry +
	`,"AfterAgent":` + geminiEntry +
	`,"SessionEnd":` + geminiEntry + `}}`

// geminiTools returns what each tool does; tools that are not listed are hook.Other.
func geminiTools() map[string]string {
	return map[string]string{
		"read_file":         hook.Read,
		"replace":           hook.Edit,
		"write_file":        hook.Write,
		"run_shell_command": hook.Run,
		"grep_search":       hook.Search,
		"glob":              hook.Search,
		"list_directory":    hook.Search,
		"web_fetch":         hook.Fetch,
		"google_web_search": hook.Fetch,
		"invoke_agent":      hook.Task,
	}
}

// geminiHookNames are the hooks that no other client has.
var geminiHookNames = []string{"BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "PreCompress", "BeforeModel", "AfterModel", "BeforeToolSelection"}

// A geminiPayload is the payload of any hook.
type geminiPayload struct {
	formPayload
	Timestamp string `json:"timestamp"`
	Prompt    string `json:"prompt"` // BeforeAgent

	Tool     string         `json:"tool_name"`
	Input    geminiInput    `json:"tool_input"`
	Response geminiResponse `json:"tool_response"`

	payload []byte
}

func decodeGemini(payload []byte, getenv func(string) string) ([]hook.Event, error) {
	p := geminiPayload{payload: payload}
	events, err := decodeForm("gemini", getenv("GEMINI_PROJECT_DIR"), payload, &p)
	if err != nil || len(events) == 0 || events[0].Moment != hook.Prompt || events[0].Source != "" {
		return events, err
	}
	return withAttached(events[0], geminiReferenced(p.Prompt)), nil
}

func (p *geminiPayload) event(agent, project string) (hook.Event, bool) {
	e, ok := p.formPayload.event(agent, project)
	if e.Moment == hook.Prompt && hook.Spoken(p.Prompt) {
		e.Source = "hook" // the reason of a denied stop, not the user's prompt
	}
	return e, ok
}

// setCall sets what the call is to do.
func (p *geminiPayload) setCall(e *hook.Event) {
	e.Name, e.Tool = p.Tool, geminiTools()[p.Tool]
	if p.Timestamp != "" {
		e.Call = fingerprint(string(p.payload))
	}
	setGeminiInput(e, p.Input.File, p.Input.Content, p.Input.Command, p.Input.Dir, p.CWD)
}

func answerGemini(e hook.Event, v hook.Verdict) []byte {
	if toolFailed := e.Moment == hook.After && e.Outcome == hook.Failed && e.Exit == nil; toolFailed {
		if all := v.Texts(hook.Block, hook.Ask, hook.Warn); all != "" {
			return replyJSON(hookReply{Decision: "deny", Reason: e.Output + "\n" + all})
		}
	}
	return formReply{
		decision: denies, context: []string{hook.After, hook.Start, hook.Prompt}, stops: []string{hook.Stop}, join: hook.Verdict.Texts,
	}.answer(e, v)
}

// identifyGemini goes by the payload. The environment does not decide: a client that was started
// in the shell of another one has the variables of both.
func identifyGemini(_ func(string) string, payload []byte) Match {
	p := stringMembers(payload, "session_id", "hook_event_name", "transcript_path")
	hook := p["hook_event_name"]
	return byPayload(p["session_id"] != "" && (slices.Contains(geminiHookNames, hook) || hook != "" && pathContains(p["transcript_path"], "/.gemini/")))
}
