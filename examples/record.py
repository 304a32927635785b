#!/usr/bin/env python3
"""Record session.jsonl again: record.py CLIENTS, the folder with lab.py, claude.py and fake.mjs.

Claude Code works on the project below. The model is a script, so each recording is the same
except for ids and durations. The hooks only record and never reply; a replay of the session
shows what witness would have reported.
"""
import os, pathlib, subprocess, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from claude import *

HERE = pathlib.Path(__file__).resolve().parent
EVENTS = 'SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure PostToolBatch SubagentStart SubagentStop PreCompact Stop SessionEnd'.split()

CART = '''\
// Package cart adds up what a customer pays.
package cart

// An Item is one line of the cart.
type Item struct {
	Name  string
	Cents int
	Count int
}

// Total is the price of all items in cents, less a discount in percent. Half a cent
// is rounded up.
func Total(items []Item, percent int) int {
	sum := 0
	for _, item := range items {
		sum += item.Cents * item.Count
	}
	return sum * (100 - percent) / 100
}
'''
TEST = '''\
package cart

import "testing"

func TestTotal(t *testing.T) {
	if got := Total([]Item{{"tea", 250, 2}, {"cup", 890, 1}}, 0); got != 1390 {
		t.Errorf("Total = %d, want 1390", got)
	}
}

func TestDiscountRoundsHalfUp(t *testing.T) {
	if got := Total([]Item{{"tea", 125, 1}}, 10); got != 113 {
		t.Errorf("125 less 10%% = %d, want 113", got)
	}
}

func TestDiscountRoundsDown(t *testing.T) {
	if got := Total([]Item{{"cup", 107, 1}}, 10); got != 96 {
		t.Errorf("107 less 10%% = %d, want 96", got)
	}
}
'''
GUESSES = [
    'sum * (100 - percent) / 100',
    'int(float64(sum) * (1 - float64(percent)/100))',
    '(sum*(100-percent) + 99) / 100',
    'sum - sum*percent/100',
    'sum - (sum*percent+99)/100',
]

r = Run('claude', 'session')
r.extra_env = dict(GIT_AUTHOR_NAME='dev', GIT_AUTHOR_EMAIL='dev@example.com', GIT_COMMITTER_NAME='dev', GIT_COMMITTER_EMAIL='dev@example.com')
pre(r)
r.write('go.mod', 'module example.com/cart\n\ngo 1.26\n')
r.write('cart.go', CART)
r.write('cart_test.go', TEST)
r.write('.gitignore', '.claude/\n')
settings(r, EVENTS)
for line in ('git add .', 'git commit -qm Start'):
    subprocess.run(line.split(), cwd=r.proj, env=r.env(), check=True)

cart = str(r.proj/'cart.go')
turns = [turn(T('Read', file_path=cart))]
for old, new in zip(GUESSES, GUESSES[1:]):
    turns.append(turn(T('Edit', file_path=cart, old_string='return ' + old, new_string='return ' + new)))
    if new != GUESSES[-1]:
        turns.append(turn(T('Bash', command='go test ./...', description='Run the tests')))
turns.append(turn(T('Bash', command="git commit -am 'Round half a cent up'", description='Commit the fix')))
turns.append(dict(text='The discount is rounded now, and the fix is committed.'))

r.serve(dict(conversations=[conv('rounds half a cent', *turns)]))
try:
    out = claude(r, 'Total rounds half a cent down. Fix it, then commit.')
finally:
    r.stop()
r.save()
if out['rc'] != 0:
    sys.exit(out['stdout'] + out['stderr'])
(HERE/'session.jsonl').write_bytes((CORPUS/'claude'/'session.jsonl').read_bytes())
show(r, 500)
