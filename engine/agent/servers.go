package agent

import "maps"

// ServersIn returns the MCP servers that a settings file names, each with all words that it is started with: the command, its
// arguments and its variables.
func (a Agent) ServersIn(s Settings, text []byte) map[string][]string {
	if s.Comments {
		text = blankComments(text)
	}
	tree, err := settingsTree(s, text)
	if err != nil {
		return nil // the client starts none of them either
	}
	return servers("", tree)
}

// servers returns the members of a tree that have a command, by name: those of mcpServers, of mcp, of the projects of a user.
func servers(name string, tree map[string]any) map[string][]string {
	if tree["command"] != nil {
		return map[string][]string{name: wordsIn(tree)}
	}
	found := map[string][]string{}
	for key, value := range tree {
		if member, ok := value.(map[string]any); ok {
			maps.Copy(found, servers(key, member))
		}
	}
	return found
}

// wordsIn returns the strings in a value of a settings file.
func wordsIn(value any) (words []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			words = append(words, wordsIn(one)...)
		}
	case map[string]any:
		for _, one := range v {
			words = append(words, wordsIn(one)...)
		}
	}
	return words
}
