package agent

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/regular"
)

// A TokenCount is what one line of a transcript tells of tokens. A line that only names the model of those that follow has none.
type TokenCount struct {
	hook.Usage
	Message string // the message that they were used for; a later line of the same message replaces an earlier one
	At      string // when it was written, in RFC 3339, if the client may write a message again
	Total   bool   // they are those of the whole conversation so far
}

// A TokenMeter adds up what the lines of one transcript tell.
type TokenMeter struct {
	Read    int64        // how many bytes of the transcript were read
	Tokens  int64        // all of them, without what the provider had in its cache
	Message string       // the latest message that was counted,
	Counted hook.Usage   // and what it was counted with, or the total,
	At      string       // and when it was written
	Model   string       // the model that a line has named for those that follow
	Used    []hook.Usage // what was added by the lines that were read, by model

	Interrupts  int64 // how often the user has interrupted the agent in the lines that were read
	WaitedMS    int64 // and how long calls waited for the user's answer
	interrupted string
	asked       map[string]string
}

const (
	maxTranscript = 4 << 20 // bytes that Measure reads at once,
	maxReadings   = 4       // and how often. The rest is read the next time.
)

// Measure adds up what the lines tell that were added to a transcript since it was last read. A file that is shorter than it was
// then was written anew, and is read from its beginning.
func (t *Transcript) Measure(path string, m *TokenMeter) error {
	f, info, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() < m.Read {
		*m = TokenMeter{}
	}
	for range maxReadings {
		text, err := io.ReadAll(io.NewSectionReader(f, m.Read, maxTranscript))
		if err != nil {
			return err
		}
		end := bytes.LastIndexByte(text, '\n') + 1 // the last line may not be complete
		if end == 0 && len(text) == maxTranscript {
			end = len(text) // a line of this length tells no tokens
		}
		for line := range bytes.Lines(text[:end]) {
			if count, ok := t.Tokens(line); ok {
				m.Add(count)
			}
			m.addPause(readPause(t.Pauses, line))
		}
		if m.Read += int64(end); end == 0 || len(text) < maxTranscript {
			break
		}
	}
	return nil
}

// Add adds what a line tells. A message that is older than the latest one is there a second time: Claude Code writes a conversation
// again, with its times, when it is continued from an earlier point.
func (m *TokenMeter) Add(c TokenCount) {
	switch {
	case c.IsZero():
		m.Model = cmp.Or(c.Model, m.Model)
		return
	case c.At < m.At && c.Message != m.Message:
		return
	}
	more := c.Usage
	switch {
	case c.Total && c.Anew() < m.Counted.Anew():
		// The client has begun to count anew.
	case c.Total, c.Message != "" && c.Message == m.Message:
		more = c.Minus(m.Counted)
	}
	m.Message, m.Counted, m.At = c.Message, c.Usage, c.At
	m.Tokens += more.Anew()
	more.Model = cmp.Or(c.Model, m.Model)
	for i := range m.Used {
		if m.Used[i].Model == more.Model {
			m.Used[i].Add(more)
			return
		}
	}
	m.Used = append(m.Used, more)
}

// Take returns what was added since it was last called.
func (m *TokenMeter) Take() []hook.Usage {
	used := slices.DeleteFunc(m.Used, hook.Usage.IsZero)
	m.Used = nil
	return used
}

// A tokenForm says where a line of a client's transcript has what it tells of tokens, by the names of members joined with dots.
type tokenForm struct {
	mark               string // a line without this text tells nothing
	is                 string // a member and the value that it must have: type=assistant
	message, at, model string
	of                 string // the object that has the numbers; a line without it tells nothing. "" if the form is about the model alone

	// Numbers, each the sum of members, less those behind a dash.
	input, cached, written, kept, output string

	total bool // they are those of the whole conversation
}

// The forms of the clients' lines.
var (
	// Each part of a message has a line of its own with what is known by then.
	claudeTokens = tokenForm{
		mark: `"usage"`, is: "type=assistant", message: "message.id", at: "timestamp", model: "message.model", of: "message.usage", input: "input_tokens",
		cached: "cache_read_input_tokens", written: "cache_creation_input_tokens -cache_creation.ephemeral_1h_input_tokens", kept: "cache_creation.ephemeral_1h_input_tokens", output: "output_tokens",
	}
	// Codex tells the total, and the model of a turn before it begins.
	codexTurn   = tokenForm{mark: `"turn_context"`, is: "type=turn_context", model: "payload.model"}
	codexTokens = tokenForm{
		mark: `"token_count"`, is: "payload.type=token_count", of: "payload.info.total_token_usage", total: true,
		input: "input_tokens -cached_input_tokens", cached: "cached_input_tokens", output: "output_tokens",
	}
	// A message of Gemini's is written again when its calls have ended.
	geminiTokens = tokenForm{mark: `"tokens"`, message: "id", model: "model", of: "tokens", input: "input -cached tool", cached: "cached", output: "output thoughts"}
	// The thoughts are among Qwen's candidates with some servers, and not with others: the total knows.
	qwenTokens = tokenForm{
		mark: `"usageMetadata"`, message: "uuid", model: "model", of: "usageMetadata",
		input: "promptTokenCount -cachedContentTokenCount", cached: "cachedContentTokenCount", output: "totalTokenCount -promptTokenCount",
	}
	// Copilot CLI 1.0.102 writes a line for each request, 1.0.68 none.
	copilotTokens = tokenForm{
		mark: `"session.usage_record"`, is: "type=session.usage_record", message: "data.usage.apiCallId", model: "data.usage.model", of: "data.usage",
		input: "inputTokens -cacheReadTokens -cacheWriteTokens", cached: "cacheReadTokens", written: "cacheWriteTokens", output: "outputTokens",
	}
	piTokens = tokenForm{mark: `"usage"`, message: "id", model: "message.model", of: "message.usage", input: "input", cached: "cacheRead", written: "cacheWrite", output: "output"}
)

// memberAt returns the value of a member of an object, or of one in it: message.usage.
func memberAt(object []byte, path string) []byte {
	return rawMember(object, strings.Split(path, ".")...)
}

// readTokens implements Transcript.Tokens by the forms of a client's lines.
func readTokens(forms ...tokenForm) func(line []byte) (TokenCount, bool) {
	return func(line []byte) (c TokenCount, ok bool) {
		for _, f := range forms {
			if bytes.Contains(line, []byte(f.mark)) {
				if c, ok = f.read(line); ok {
					break
				}
			}
		}
		return c, ok
	}
}

// read reads a line, and reports whether it has the form.
func (f tokenForm) read(line []byte) (c TokenCount, ok bool) {
	numbers := memberAt(line, f.of)
	path, value, _ := strings.Cut(f.is, "=")
	if f.is != "" && stringValue(memberAt(line, path)) != value || f.of != "" && (len(numbers) == 0 || numbers[0] != '{') {
		return c, false
	}
	text := func(path string) string { return stringValue(memberAt(line, path)) }
	sum := func(paths string) (n int64) {
		for path := range strings.FieldsSeq(paths) {
			path, less := strings.CutPrefix(path, "-")
			if v, _ := strconv.ParseInt(string(memberAt(numbers, path)), 10, 64); less { // what is no number counts as 0
				n -= v
			} else {
				n += v
			}
		}
		return max(0, n)
	}
	return TokenCount{
		Message: text(f.message), At: text(f.at), Total: f.total,
		Usage: hook.Usage{Model: text(f.model), Input: sum(f.input), Cached: sum(f.cached), Written: sum(f.written), Kept: sum(f.kept), Output: sum(f.output)},
	}, true
}

// setTranscript sets the file to which the client writes the conversation of the one who acts, if its tokens can be read.
func (a Agent) setTranscript(e *hook.Event, payload []byte) {
	if a.Transcript == nil || a.Transcript.Tokens == nil {
		return
	}
	p := stringMembers(payload, "transcript_path", "transcriptPath")
	e.Transcript = cmp.Or(p["transcript_path"], p["transcriptPath"], stringValue(rawMember(payload, "ctx", "sessionFile")))
	switch {
	case e.Actor == "":
	case e.Agent == Claude.Name:
		// The payload names the file of the main agent. Those of subagents are in a folder beside it.
		e.Transcript = strings.TrimSuffix(e.Transcript, ".jsonl") + "/subagents/agent-" + e.Actor + ".jsonl"
	case e.Agent == Copilot.Name, e.Agent == Qwen.Name:
		e.Transcript = "" // that of the main agent has them
	}
}
