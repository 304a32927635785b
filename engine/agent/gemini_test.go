package agent

import "testing"

func TestGeminiHears(t *testing.T) { checkGolden(t, Gemini, nil) }
