package agent

import "testing"

func TestQwenHears(t *testing.T) { checkGolden(t, Qwen, nil) }
