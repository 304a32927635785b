package agent

import "witness/engine/hook"

// Kilo is the Kilo Code CLI (@kilocode/cli), measured with versions 7.7.7 and 7.8.1. It was made from opencode, takes its plugins, and so
// witness's own: see Opencode for what can be told and when. The plugin names its client by the folder that it is in.
var Kilo = Agent{
	Name:            "kilo",
	CountsFromOne:   true,
	EnvMarkers:      []string{"KILO", "KILO_CLIENT"},
	Identify:        identifyKilo,
	Tools:           opencodeTools,
	decode:          decodeOpencode,
	answer:          answerPlugin,
	BriefsAtCompact: true,
	NoContextAt:     []string{hook.Before, hook.Stop, hook.SubagentStop, hook.End},
	Package:         Package{Name: "@kilocode/cli", Oldest: "7.0.0", Proven: "7.7.7"},
	Settings: []Settings{
		{Scope: "project", Path: ".kilo/plugins/witness.js", Whole: opencodePlugin},
		{Scope: "user", Path: ".config/kilo/plugins/witness.js", MovedBy: "XDG_CONFIG_HOME=.config", Whole: opencodePlugin},
	},
	Signs:   Signs{Programs: []string{"kilo", "kilocode"}, Project: []string{".kilo", ".kilocode", "kilo.json", "kilo.jsonc"}, User: []string{".config/kilo", ".kilocode"}},
	Servers: []Settings{{Scope: "project", Path: "kilo.json", Comments: true}, {Scope: "user", Path: ".config/kilo/kilo.json", MovedBy: "XDG_CONFIG_HOME=.config", Comments: true}},
	Bypass: Bypass{
		Words:     []string{"--pure"},
		Off:       []string{"KILO_PURE"},
		Variables: []string{"KILO_CONFIG", "KILO_CONFIG_DIR", "KILO_CONFIG_CONTENT", "KILO_DISABLE_PROJECT_CONFIG"},
	},
	Probe: `{"hook_event_name":"tool.execute.before","client":"kilo","directory":"$CWD","input":{"tool":"bash","sessionID":"doctor","callID":"doctor"},"output":{"args":{"command":"$COMMAND","description":"witness doctor"}}}`,
}

// identifyKilo goes by the name that the plugin gives.
func identifyKilo(_ func(string) string, payload []byte) Match {
	return byPayload(stringMembers(payload, "client")["client"] == "kilo" && isOpencodeEvent(payload))
}
