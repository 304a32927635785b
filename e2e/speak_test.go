//go:build unix

package e2e

import "encoding/json"

// done is the text of the last turn, in which the model makes no call.
const done = "All done."

// An answer is one turn of the model: a call, or the text done.
type answer struct {
	ID, Model string
	Call      call
	Calls     bool
}

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
	usage := fields{"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
	content, empty, stop := fields{"type": "text", "text": done}, fields{"type": "text", "text": ""}, "end_turn"
	delta := fields{"type": "text_delta", "text": done}
	if a.Calls {
		use := func(input any) fields {
			return fields{"type": "tool_use", "id": "toolu_" + a.ID, "name": a.Call.Tool, "input": input}
		}
		content, empty, stop = use(a.Call.Input), use(fields{}), "tool_use"
		delta = fields{"type": "input_json_delta", "partial_json": string(a.Call.Input)}
	}
	message := func(content []any, stop any) fields {
		return fields{
			"id": "msg_" + a.ID, "type": "message", "role": "assistant", "model": a.Model,
			"content": content, "stop_reason": stop, "stop_sequence": nil, "usage": usage,
		}
	}
	return []event{
		named("message_start", fields{"message": message([]any{}, nil)}),
		named("content_block_start", fields{"index": 0, "content_block": empty}),
		named("content_block_delta", fields{"index": 0, "delta": delta}),
		named("content_block_stop", fields{"index": 0}),
		named("message_delta", fields{"delta": fields{"stop_reason": stop, "stop_sequence": nil}, "usage": usage}),
		named("message_stop", fields{}),
	}, message([]any{content}, stop)
}

// responses answers as OpenAI's Responses API.
func responses(a answer) ([]event, any) {
	item := fields{
		"type": "message", "id": "msg_" + a.ID, "role": "assistant", "status": "completed",
		"content": []any{fields{"type": "output_text", "text": done, "annotations": []any{}}},
	}
	if text, freeform := a.Call.freeform(); a.Calls && freeform {
		item = fields{"type": "custom_tool_call", "id": "ctc_" + a.ID, "call_id": "call_" + a.ID, "status": "completed", "name": a.Call.Tool, "input": text}
	} else if a.Calls {
		item = fields{"type": "function_call", "id": "fc_" + a.ID, "call_id": "call_" + a.ID, "status": "completed", "name": a.Call.Tool, "arguments": string(a.Call.Input)}
	}
	response := func(status string, output []any) fields {
		return fields{
			"id": "resp_" + a.ID, "object": "response", "created_at": 0, "status": status, "model": a.Model, "output": output,
			"usage": fields{
				"input_tokens": 100, "input_tokens_details": fields{"cached_tokens": 0},
				"output_tokens": 20, "output_tokens_details": fields{"reasoning_tokens": 0}, "total_tokens": 120,
			},
		}
	}
	whole := response("completed", []any{item})
	return []event{
		named("response.created", fields{"sequence_number": 0, "response": response("in_progress", []any{})}),
		named("response.output_item.added", fields{"sequence_number": 1, "output_index": 0, "item": item}),
		named("response.output_item.done", fields{"sequence_number": 2, "output_index": 0, "item": item}),
		named("response.completed", fields{"sequence_number": 3, "response": whole}),
	}, whole
}

// completions answers as OpenAI's Chat Completions API.
func completions(a answer) ([]event, any) {
	message, stop := fields{"role": "assistant", "content": done}, "stop"
	if a.Calls {
		function := fields{"name": a.Call.Tool, "arguments": string(a.Call.Input)}
		tool := fields{"index": 0, "id": "call_" + a.ID, "type": "function", "function": function}
		message, stop = fields{"role": "assistant", "content": nil, "tool_calls": []any{tool}}, "tool_calls"
	}
	usage := fields{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
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
	part := fields{"text": done}
	if a.Calls {
		part = fields{"functionCall": fields{"name": a.Call.Tool, "args": json.RawMessage(a.Call.Input)}}
	}
	whole := fields{
		"candidates":    []any{fields{"content": fields{"role": "model", "parts": []any{part}}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": fields{"promptTokenCount": 100, "candidatesTokenCount": 20, "totalTokenCount": 120},
		"modelVersion":  a.Model,
	}
	return []event{{"", encode(whole)}}, whole
}
