package agent

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/regular"
)

// Claude Code runs shell lines of a skill, !`line` in its text or a block that begins with ```!, when it loads the skill: no
// tool call stands for them. From version 2.1.332 on PreSkillShellCommand announces each of them. Earlier versions tell of the
// call of the tool Skill alone, and the lines have to be read from the skill's file.

// preSkillShell is the hook of a shell line of a skill. It takes a decision, but no text besides.
const preSkillShell = "PreSkillShellCommand"

// announcesSkills is the first version of Claude Code that has preSkillShell.
var announcesSkills = [3]int{2, 1, 332}

// maxSkill is the size up to which a skill's file is read, and maxSkillLines how many of its lines are judged.
const (
	maxSkill      = 256 << 10
	maxSkillLines = 20
)

// skillEvents returns the shell lines that a call of the tool Skill is about to run, as events before the call itself, unless
// the client announces each of them.
func (p *claudePayload) skillEvents(call hook.Event, getenv func(string) string) []hook.Event {
	// AI_AGENT is claude-code_2-1-332_harness.
	if v, ok := parseVersion(strings.ReplaceAll(strings.TrimPrefix(getenv("AI_AGENT"), "claude-code_"), "-", ".")); ok && slices.Compare(v[:], announcesSkills[:]) >= 0 {
		return []hook.Event{call}
	}
	var events []hook.Event
	for i, line := range skillLines(skillText(p.Input.Skill, p.CWD, call.Project, claudeFolder(p.Transcript))) {
		e := call
		e.Call, e.Name, e.Tool, e.Command = fmt.Sprintf("%s:preamble-%d", call.Call, i), "Bash", hook.Run, line
		events = append(events, e)
	}
	return append(events, call)
}

// claudeFolder returns the user's folder of the client, which has the session files in projects.
func claudeFolder(transcript string) string {
	folder, _, ok := strings.Cut(filepath.ToSlash(transcript), "/projects/")
	if !ok {
		return ""
	}
	return filepath.FromSlash(folder)
}

// skillText returns the text of a skill or a command, as the client finds it: below the working directory, its project, or the
// user's folder, and PLUGIN:NAME in the folder of installed plugins. It is "" if none is found.
func skillText(name, cwd, project, user string) string {
	plugin, own, of := strings.Cut(name, ":")
	if name == "" || strings.ContainsAny(name, `/\*?[`) {
		return ""
	}
	var folders []string
	if of && user != "" {
		folders, _ = filepath.Glob(filepath.Join(user, "plugins", "cache", "*", plugin, "*"))
		name = own
	}
	for _, dir := range []string{cwd, project} {
		if dir != "" {
			folders = append(folders, filepath.Join(dir, ".claude"))
		}
	}
	if user != "" {
		folders = append(folders, user)
	}
	for _, folder := range folders {
		for _, path := range []string{filepath.Join(folder, "skills", name, "SKILL.md"), filepath.Join(folder, "commands", name+".md")} {
			if text, err := regular.Read(path, maxSkill); err == nil {
				return string(text)
			}
		}
	}
	return ""
}

// skillLines returns the shell lines in the text of a skill.
func skillLines(text string) (lines []string) {
	for len(lines) < maxSkillLines {
		inline, block := strings.Index(text, "!`"), strings.Index(text, "```!")
		begin, mark := inline+2, "`"
		if block >= 0 && (inline < 0 || block < inline) {
			begin, mark = block+4, "```"
		} else if inline < 0 {
			break
		}
		line, rest, ok := strings.Cut(text[begin:], mark)
		if !ok {
			break
		}
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
		text = rest
	}
	return lines
}
