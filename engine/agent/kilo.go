package agent

import _ "embed"

//go:embed clients/kilo.txt
var kiloFile clientFile

// Kilo is the Kilo Code CLI (@kilocode/cli): see clients/kilo.txt.
var Kilo = Agent{
	Name:       "kilo",
	clientFile: kiloFile,
	Identify:   identifyKilo,
	decode:     decodeOpencode,
	answer:     answerPlugin,
}

// identifyKilo goes by the name that the plugin gives.
func identifyKilo(_ func(string) string, payload []byte) Match {
	return byPayload(stringMembers(payload, "client")["client"] == "kilo" && isOpencodeEvent(payload))
}
