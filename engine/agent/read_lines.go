package agent

import (
	"encoding/json"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// setReadLines sets the lines of a file that a read asks for, unless its result has said which were shown:
// by the first and the last one (start_line and end_line of Gemini CLI, startLine and endLine of VS Code,
// view_range of Copilot CLI), by their number (head of MCP servers), or by offset and limit if it is known
// that the offset counts from 1. Oh My Pi names them behind the path: cart.go:10-20.
func setReadLines(e *hook.Event, input json.RawMessage, countsFromOne bool) {
	if e.Tool != hook.Read || len(e.Files) != 1 || e.Files[0].First > 0 {
		return
	}
	if f := &e.Files[0]; strings.Contains(f.Path, ".") && !strings.Contains(f.Path, "://") {
		i := strings.LastIndexByte(f.Path, ':')
		lines, _, _ := strings.Cut(f.Path[i+1:], ",")
		if first, last := mentionedLines(lines); i > 0 && first > 0 {
			f.Path, f.First, f.Last = f.Path[:i], first, last
			return
		}
	}
	args := membersOf(input)
	number := func(names ...string) int64 {
		n, err := strconv.ParseInt(string(firstArgument(args, names)), 10, 64)
		if err != nil {
			return 0
		}
		return n
	}
	first, last := number("start_line", "startLine"), number("end_line", "endLine")
	var lines []int64
	switch offset, limit := number("offset"), number("limit"); {
	case json.Unmarshal(args["view_range"], &lines) == nil && len(lines) == 2:
		first, last = lines[0], max(lines[1], 0) // -1 is the last line
	case number("head") > 0:
		first, last = 1, number("head")
	case countsFromOne && (offset > 0 || limit > 0):
		if first = max(offset, 1); limit > 0 {
			last = first + limit - 1
		}
	case last > 0:
		first = max(first, 1)
	}
	if first > 0 && (last == 0 || first <= last) {
		e.Files[0].First, e.Files[0].Last = first, last
	}
}
