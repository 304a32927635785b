package agent

import (
	"encoding/json"
	"strings"
)

// A codexMCPResult is the result of a tool of an MCP server, as the server gave it.
type codexMCPResult struct {
	OK *struct {
		Content json.RawMessage `json:"content"`
		Failed  bool            `json:"isError"`
	} `json:"Ok"`
	Err string `json:"Err"` // why there is no result
}

// mcpEnd handles the end of a call of a tool of an MCP server.
func (r *codexReader) mcpEnd(id string, result codexMCPResult) {
	if call := r.calls[id]; call != nil {
		call.mcp = &result
	}
}

// mcpOutput handles what the model reads of such a call. One that was refused or failed reaches no hook.
func (r *codexReader) mcpOutput(here position, call *codexCall, text string) []Step {
	if m := call.mcp; m != nil {
		if m.OK == nil || m.OK.Failed {
			return nil
		}
		text = contentText(m.OK.Content)
	} else if failureReason(text) != "" {
		return nil
	}
	if head, output, ok := strings.Cut(text, "\nOutput:\n"); ok && strings.HasPrefix(head, "Wall time: ") {
		text = output
	}
	e := r.afterEvent(call)
	setMCP(&e, call.arguments, text)
	return []Step{here.step(e)}
}
