package agent

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// askTools are the clients' tools that put questions to the user and return what the user has chosen or written.
var askTools = []string{"AskUserQuestion", "ask_user_question", "ask_user", "request_user_input", "question"}

// A givenAnswers is the result of such a tool. What says that nobody has answered, or not yet, is part of it.
type givenAnswers struct {
	// Answers are a text or a list of chosen labels for each question. The member is an object, whose names are the questions (Claude Code,
	// Kimi), their ids (Codex) or their places (Gemini CLI), or a list (opencode, Qwen Code, Vibe).
	Answers     json.RawMessage `json:"answers"`
	Annotations map[string]struct {
		Notes string `json:"notes"`
	} `json:"annotations"`
	Response  string          `json:"response"`     // written in place of all answers
	Idle      json.RawMessage `json:"afkTimeoutMs"` // nobody was there: what is chosen was never sent
	FollowUp  bool            `json:"followUp"`     // the user wants to be asked more before anything is done
	Cancelled bool            `json:"cancelled"`
}

// setAnswers sets what the user has answered to the questions of a call. A text without that form, such as that of a refusal or of a
// client without a user, is no answer.
func setAnswers(e *hook.Event, input, result json.RawMessage) {
	if e.Moment != hook.After || !slices.Contains(askTools, e.Name) || e.Outcome != hook.OK || e.Actor != "" {
		return
	}
	var given givenAnswers
	for _, place := range [][]string{nil, {"llmContent"}, {"returnDisplay"}, {"metadata"}} {
		value := rawMember(result, place...)
		if text := stringValue(value); text != "" {
			value = json.RawMessage(text)
		}
		if found := rawMember(value, "answers"); len(found) > 0 && json.Unmarshal(value, &given) == nil {
			break
		}
		given = givenAnswers{}
	}
	if len(given.Idle) > 0 || given.FollowUp || given.Cancelled {
		return
	}
	questions := questionsOf(input)
	byName := map[string]json.RawMessage{}
	var inOrder []json.RawMessage
	if json.Unmarshal(given.Answers, &byName) != nil && json.Unmarshal(given.Answers, &inOrder) == nil {
		for i, answer := range inOrder {
			byName[strconv.Itoa(i)] = answer
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		question := cmp.Or(stringMembers(byName[name], "question")["question"], questions[name], name)
		for _, text := range append(answerTexts(byName[name]), given.Annotations[name].Notes) {
			addAnswer(e, question, text)
		}
	}
	addAnswer(e, "", given.Response)
	setResponse(e, input, result)
}

// setResponse sets the answer that Copilot gives as a text. A form of several fields has their names in it, which the agent has written.
func setResponse(e *hook.Event, input, result json.RawMessage) {
	var in struct {
		Message string `json:"message"`
		Schema  struct {
			Properties map[string]json.RawMessage `json:"properties"`
		} `json:"requestedSchema"`
	}
	text, ok := strings.CutPrefix(mcpText(result), "User responded: ")
	if ok && json.Unmarshal(input, &in) == nil && len(in.Schema.Properties) == 1 {
		addAnswer(e, in.Message, text)
	}
}

// addAnswer adds an answer, unless it is empty or there already.
func addAnswer(e *hook.Event, question, text string) {
	text = strings.TrimPrefix(text, "user_note: ") // Codex
	if a := (hook.Answer{Question: question, Text: text}); text != "" && !slices.Contains(e.Answers, a) {
		e.Answers = append(e.Answers, a)
	}
}

// questionsOf returns the questions of a call by their places and by their ids.
func questionsOf(input json.RawMessage) map[string]string {
	var in struct {
		Questions []struct {
			ID       string `json:"id"`
			Question string `json:"question"`
		} `json:"questions"`
	}
	_ = json.Unmarshal(input, &in) // arguments of another form name no question
	questions := map[string]string{}
	for i, q := range in.Questions {
		questions[strconv.Itoa(i)], questions[q.ID] = q.Question, q.Question
	}
	return questions
}

// answerTexts returns the texts of an answer: a string, a list of chosen labels, or an object with one of these.
func answerTexts(answer json.RawMessage) []string {
	var one string
	if json.Unmarshal(answer, &one) == nil {
		return []string{one}
	}
	var several []string
	if json.Unmarshal(answer, &several) == nil {
		return several
	}
	for _, name := range []string{"answer", "answers"} {
		if inner := rawMember(answer, name); len(inner) > 0 {
			return answerTexts(inner)
		}
	}
	return nil
}
