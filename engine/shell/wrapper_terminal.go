package shell

import "strings"

// unwrapTerminal returns what a terminal multiplexer runs in a window: tmux new -d 'LINE', tmux send-keys -t x 'LINE' Enter,
// screen -dmS name COMMAND.
func unwrapTerminal(name string, argv []field) (wrapped, bool) {
	i := skipFlags(argv, 1, "-L -S -f -t -c -e -h -p -s -T -r")
	if name == "screen" {
		i = skipFlags(argv, 1, "-S -c -e -h -p -s -t -T -r -R")
		if i+1 < len(argv) && hasFlag(argv[1:i], "-X") && argv[i].text == "stuff" {
			return typed(argv[i+1:])
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	}
	if i >= len(argv) {
		return wrapped{}, false
	}
	rest := argv[i+1:]
	switch argv[i].text {
	case "send-keys", "send":
		return typed(rest[skipFlags(rest, 0, "-t -N"):])
	case "new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "respawnp", "run-shell", "run", "popup", "display-popup":
		words := rest[min(skipFlags(rest, 0, "-t -c -e -F -f -n -s -x -y -l -p -d -w -h"), len(rest)):]
		if has("new-session new", argv[i].text) {
			words = rest[min(skipFlags(rest, 0, "-t -c -e -F -f -n -s -x -y"), len(rest)):]
		}
		if len(words) == 1 {
			text := asSource(words[0].text)
			return wrapped{code: &text}, true
		}
		return wrapped{argv: words, external: true}, true
	}
	return wrapped{}, false
}

// typed returns the line that is typed into a window, if it is ended with Enter.
func typed(keys []field) (wrapped, bool) {
	var line []string
	for _, key := range keys {
		switch text := strings.TrimSuffix(strings.TrimSuffix(key.text, "\n"), `\n`); {
		case has("Enter C-m KPEnter", key.text):
		case strings.HasPrefix(text, "C-"):
			return wrapped{}, false
		default:
			line = append(line, text)
		}
	}
	if len(line) == 0 {
		return wrapped{}, false
	}
	text := asSource(strings.Join(line, " "))
	return wrapped{code: &text}, true
}
