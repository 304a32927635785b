//go:build unix

package e2e

import (
	"fmt"
	"strings"
)

// done is the text of the last turn, in which the model makes no call.
const done = "All done."

// An answer is one turn of the model: calls, or a text if there are none.
type answer struct {
	ID, Model, Text string
	Calls           []call
	Full            bool // the context is as good as full with it
}

// read returns how many tokens the model says that it has read.
func (a answer) read() int {
	if a.Full {
		return 195_000
	}
	return 100
}

// id returns the id of one of the calls.
func (a answer) id(i int) string { return fmt.Sprintf("%s_%d", a.ID, i) }

// An event is a server-sent event; those of Chat Completions and Gemini have no name.
type event struct {
	name string
	data []byte
}

type fields = map[string]any

func named(name string, data fields) event {
	data["type"] = name
	return event{name, encode(data)}
}

// messages answers as Anthropic's Messages API.
func messages(a answer) ([]event, any) {
	usage := fields{"input_tokens": a.read(), "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	message := func(content []any, stop any) fields {
		return fields{
			"id": "msg_" + a.ID, "type": "message", "role": "assistant", "model": a.Model,
			"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
		}
	}
	stream := []event{named("message_start", fields{"message": message([]any{}, nil)})}
	var content []any
	block := func(whole, empty, delta fields) {
		stream = append(
			stream,
			named("content_block_start", fields{"index": len(content), "content_block": empty}),
			named("content_block_delta", fields{"index": len(content), "delta": delta}),
			named("content_block_stop", fields{"index": len(content)}),
		)
		content = append(content, whole)
	}
	stop := "tool_use"
	for i, c := range a.Calls {
		use := func(input any) fields {
			return fields{"type": "tool_use", "id": "toolu_" + a.id(i), "name": c.Tool, "input": input}
		}
		block(use(c.Input), use(fields{}), fields{"type": "input_json_delta", "partial_json": string(c.Input)})
	}
	if len(a.Calls) == 0 {
		stop = "end_turn"
		block(fields{"type": "text", "text": a.Text}, fields{"type": "text", "text": ""}, fields{"type": "text_delta", "text": a.Text})
	}
	return append(
		stream,
		named("message_delta", fields{"delta": fields{"stop_reason": stop, "stop_sequence": nil}, "usage": usage}),
		named("message_stop", fields{}),
	), message(content, stop)
}

// responses answers as OpenAI's Responses API.
func responses(a answer) ([]event, any) {
	var items []any
	for i, c := range a.Calls {
		if text, freeform := c.freeform(); freeform {
			items = append(items, fields{"type": "custom_tool_call", "id": "ctc_" + a.id(i), "call_id": "call_" + a.id(i), "status": "completed", "name": c.Tool, "input": text})
		} else {
			item := fields{"type": "function_call", "id": "fc_" + a.id(i), "call_id": "call_" + a.id(i), "status": "completed", "name": c.Tool, "arguments": string(c.Input)}
			if space, name, ok := strings.Cut(c.Tool, "."); ok {
				item["namespace"], item["name"] = space, name
			}
			items = append(items, item)
		}
	}
	if len(a.Calls) == 0 {
		items = append(items, fields{
			"type": "message", "id": "msg_" + a.ID, "role": "assistant", "status": "completed",
			"content": []any{fields{"type": "output_text", "text": a.Text, "annotations": []any{}}},
		})
	}
	response := func(status string, output []any) fields {
		return fields{
			"id": "resp_" + a.ID, "object": "response", "created_at": 0, "status": status, "model": a.Model, "output": output,
			"usage": fields{
				"input_tokens": a.read(), "input_tokens_details": fields{"cached_tokens": 0},
				"output_tokens": 20, "output_tokens_details": fields{"reasoning_tokens": 0}, "total_tokens": a.read() + 20,
			},
		}
	}
	whole := response("completed", items)
	stream := []event{named("response.created", fields{"sequence_number": 0, "response": response("in_progress", []any{})})}
	for i, item := range items {
		for _, name := range []string{"response.output_item.added", "response.output_item.done"} {
			stream = append(stream, named(name, fields{"sequence_number": len(stream), "output_index": i, "item": item}))
		}
	}
	return append(stream, named("response.completed", fields{"sequence_number": len(stream), "response": whole})), whole
}

// completions answers as OpenAI's Chat Completions API.
func completions(a answer) ([]event, any) {
	message, stop := fields{"role": "assistant", "content": a.Text}, "stop"
	if len(a.Calls) > 0 {
		var tools []any
		for i, c := range a.Calls {
			function := fields{"name": c.Tool, "arguments": string(c.Input)}
			tools = append(tools, fields{"index": i, "id": "call_" + a.id(i), "type": "function", "function": function})
		}
		message, stop = fields{"role": "assistant", "content": nil, "tool_calls": tools}, "tool_calls"
	}
	usage := fields{"prompt_tokens": a.read(), "completion_tokens": 20, "total_tokens": a.read() + 20}
	with := func(kind, key string, value, stop any) fields {
		return fields{
			"id": "chatcmpl-" + a.ID, "object": kind, "created": 0, "model": a.Model, "usage": usage,
			"choices": []any{fields{"index": 0, key: value, "finish_reason": stop}},
		}
	}
	return []event{
		{"", encode(with("chat.completion.chunk", "delta", message, nil))},
		{"", encode(with("chat.completion.chunk", "delta", fields{}, stop))},
		{"", []byte("[DONE]")},
	}, with("chat.completion", "message", message, stop)
}

// generateContent answers as the Gemini API; a stream has one event.
func generateContent(a answer) ([]event, any) {
	var parts []any
	for _, c := range a.Calls {
		parts = append(parts, fields{"functionCall": fields{"name": c.Tool, "args": c.Input}})
	}
	if len(parts) == 0 {
		parts = []any{fields{"text": a.Text}}
	}
	whole := fields{
		"candidates":    []any{fields{"content": fields{"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": fields{"promptTokenCount": a.read(), "candidatesTokenCount": 20, "totalTokenCount": a.read() + 20},
		"modelVersion":  a.Model,
	}
	return []event{{"", encode(whole)}}, whole
}
