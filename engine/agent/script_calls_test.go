package agent

import (
	"reflect"
	"testing"
)

func TestScriptCalls(t *testing.T) {
	for _, c := range []struct {
		script string
		want   []scriptCall
	}{
		{
			`const r = await tools.exec_command({"cmd":"a \"b\"",workdir:'/p',max:10000}); text(r.output);`,
			[]scriptCall{{"exec_command", map[string]any{"cmd": `a "b"`, "workdir": "/p", "max": 10000.0}}},
		},
		{
			"const dir = '/p'\nconst cmd = `ls ${dir} ${HOME}`;\nawait tools.exec_command({cmd})",
			[]scriptCall{{"exec_command", map[string]any{"cmd": "ls /p ${HOME}"}}},
		},
		{
			`await Promise.all([tools.a({x: [1, true]}), tools["b"]("s" + 't')]) // tools.c({})`,
			[]scriptCall{{"a", map[string]any{"x": []any{1.0, true}}}, {"b", "st"}},
		},
		{
			"const patch = ['*** Begin Patch', \"+it's\"].join('\\n');\nawait tools.apply_patch(patch)",
			[]scriptCall{{"apply_patch", "*** Begin Patch\n+it's"}},
		},
		{
			"tools.exec_command({cmd: `gh api -f body=${quote(\"it's\")} ${r.output.trim()}`})",
			[]scriptCall{{"exec_command", map[string]any{"cmd": "gh api -f body=${computed} ${computed}"}}},
		},
		{"tools.apply_patch(String.raw`a\\n`)", []scriptCall{{"apply_patch", `a\n`}}},
		{
			`for (const f of files) await tools.exec_command({cmd: read(f), yield_time_ms: 1})`,
			[]scriptCall{{"exec_command", map[string]any{"cmd": nil, "yield_time_ms": 1.0}}},
		},
		{`text("tools.a({})"); tools.b(x.y(1, 2)); tools`, []scriptCall{{"b", nil}}},
		{`const o = {a: await tools.a({n: -1}), b: 2};`, []scriptCall{{"a", map[string]any{"n": -1.0}}}},
		{`tools.a({x: "`, []scriptCall{{"a", map[string]any{"x": nil}}}},
	} {
		if got := scriptCalls(c.script); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %#v\nwant %#v", c.script, got, c.want)
		}
	}
}

// FuzzScriptCalls checks that any text is read to its end.
func FuzzScriptCalls(f *testing.F) {
	f.Add("const a = [{b: `c${d}`}, 'e' + \"f\"].join('\\n'); /* */ tools.exec_command({cmd: a, x}) // tools[\"y\"](1)")
	f.Fuzz(func(_ *testing.T, script string) { scriptCalls(script) })
}
