package shell

import (
	"path"
	"strings"
	"testing"
)

// TestPassers checks which commands and statements a script executes that the session has written.
func TestPassers(t *testing.T) {
	for _, test := range []struct{ file, code, want string }{
		// A function of the program that starts what it is given.
		{"x.py", "import subprocess\n\ndef sh(*args):\n    subprocess.check_call(list(args))\n\nsh('git', 'push', '--force')", "x.py:6 git push --force"},
		{"x.py", "from subprocess import run as r\ndef go(cmd, n=1):\n    print(cmd)\n    r(cmd, shell=True)\ngo('git stash')\ndef show(cmd):\n    print(cmd)\nshow('git push')", "x.py:5 git stash"},
		{"x.py", "import os\nrun = lambda c: os.system(c)\nrun('git stash')\nx.run('git push')", "x.py:3 git stash"},
		{"x.mjs", "import {execSync} from 'node:child_process'\nconst run = (c) => execSync(c, {stdio: 'inherit'})\nfunction log(c) { console.log(c) }\nrun('git push --force')\nlog('git stash')", "x.mjs:4 git push --force"},
		// Other names of what is imported.
		{"x.mjs", "import { execFileSync as run } from 'node:child_process'\nrun('git', ['push'])", "x.mjs:2 git push"},
		{"x.mjs", "const { execSync: sh, x } = require('child_process')\nsh('git push')\nconst go = require('child_process').exec\ngo('git stash')", "x.mjs:2 git push; x.mjs:4 git stash"},
		{"x.mjs", "const { readFileSync: sh } = require('fs')\nsh('git push')\nconst all = { other: exec }\nother('git push')", ""},
		{"x.rb", "def sh(*parts) = system(*parts)\nsh 'git', 'push'\ndef never = system('git stash')", "x.rb:2 git push"},
		// The SQL that it executes, on a database that is not for a try.
		{"x.py", "import psycopg2\ncur = psycopg2.connect('').cursor()\ncur.execute('CREATE TABLE t (a int)')\ncur.execute(f'DELETE FROM {t}')\ncur.execute('DELETE FROM users')", "x.py:3 psql -c CREATE TABLE t (a int);\nDELETE FROM users"},
		{"x.py", "import sqlite3\nsqlite3.connect(':memory:').execute('DELETE FROM users')", ""},
		{"x.mjs", "db.query('TRUNCATE users CASCADE').then(f)\ntask.run('x')", "x.mjs:1 psql -c TRUNCATE users CASCADE"},
	} {
		run := map[string]string{".py": "python3 ", ".rb": "ruby ", ".mjs": "node "}[path.Ext(test.file)]
		var got []string
		for _, c := range ParseOn(aDisk{"/p/" + test.file: test.code}, run+test.file, "/p", "/home/dev").Commands[1:] {
			got = append(got, strings.TrimPrefix(c.Via, "/p/")+" "+strings.Join(append([]string{c.Name}, c.Args...), " "))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}
