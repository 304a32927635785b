package agent

import "testing"

func TestCodexHears(t *testing.T) { checkGolden(t, Codex, nil) }
