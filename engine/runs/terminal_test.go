package runs

import (
	"strings"
	"testing"
)

// FuzzPlainOutput checks that no character that a terminal interprets is left, and that Plain
// does not change a plain output.
func FuzzPlainOutput(f *testing.F) {
	f.Add("\x1b[31mFAIL\x1b[0m\r\n10%\r50%\r100%\n")
	f.Add("\x1b]8;;http://x\x1b\\link\x1b]8;;\a")
	f.Fuzz(func(t *testing.T, s string) {
		plain := Plain(s)
		if strings.ContainsAny(plain, "\x1b\r\b") {
			t.Fatalf("Plain(%q) = %q", s, plain)
		}
		if Plain(plain) != plain {
			t.Fatalf("Plain is not stable on %q", s)
		}
	})
}

func TestSeparated(t *testing.T) {
	for _, c := range []struct{ name, output, want string }{
		{"packages of turbo", "@shop/web:test: one\n@shop/api:test: 1\n@shop/web:test: two\n@shop/api:test: 2\n@shop/web:test:\n@shop/api:test: 3\n Tasks: 2\n", "one\ntwo\n\n1\n2\n3\n Tasks: 2\n"},
		{"a package of bun", "@shop/web test: a\n@shop/web test: \n@shop/web test: c\n", "a\n\nc\n"},
		{"tasks of mise", "[lint:go] a\n[lint:go] b\n[lint:go] c\n", "a\nb\nc\n"},
		{
			"packages around a gap", "@a/x:test: 1\n@a/x:test: 2\n@a/x:test: 3\n@b/y:test: 1\n... [9 characters truncated] ...\nst: 5\n@b/y:test: 2\n@b/y:test: 3\n@c/z:test: 1\n@c/z:test: 2\n@c/z:test: 3\n",
			"1\n2\n3\n1\n... [9 characters truncated] ...\n2\n3\n... [9 characters truncated] ...\n1\n2\n3\n... [9 characters truncated] ...\nst: 5\n",
		},
		{"packages of nx", "> nx run api:smoke\n> nx run @shop/web:test\napi: 1\n@shop/web: a\nother: x\n", "1\na\n> nx run api:smoke\n> nx run @shop/web:test\nother: x\n"},
		{"the end of nx", "api: 1\napi: 2\n\nFailed tasks:\n\n- api:smoke\n", "1\n2\n\nFailed tasks:\n\n- api:smoke\n"},
		{"tasks of mise by their names", "[smoke] $ vitest\n[smoke] a\n[INFO] b\n", "$ vitest\na\n[INFO] b\n"},
		{"packages of pnpm", "packages/web smoke$ vitest\npackages/web smoke: a\n", "a\npackages/web smoke$ vitest\n"},
		{"too few", "web:test: a\nweb:test: b\n", "web:test: a\nweb:test: b\n"},
		{"levels of a log", "[INFO] a\n[INFO] b\n[INFO] c\n", "[INFO] a\n[INFO] b\n[INFO] c\n"},
		{"places in files", "a.ts:1: x\na.ts:1: y\na.ts:1: z\n", "a.ts:1: x\na.ts:1: y\na.ts:1: z\n"},
	} {
		if got := Separated(c.output); got != c.want {
			t.Errorf("%s: Separated(%q) = %q, want %q", c.name, c.output, got, c.want)
		}
	}
}
