#!/usr/bin/env python3
"""Wire Claude Code, Codex and Gemini with `witness init` and no name, play a session of Claude
Code in which a test fails, and a second one: its model reads how the first left things.
`witness doctor` is asked before and after. e2e/start.py CLIENTS WITNESS"""
import json, os, shutil, subprocess, sys
clients, witness = map(os.path.abspath, sys.argv[1:])
sys.argv = sys.argv[:1]
sys.dont_write_bytecode = True
sys.path.insert(0, clients)
from lab import *
import claude
failed = False

def check(what, ok, why=''):
    global failed
    failed |= not ok
    print('ok   ' if ok else 'FAIL ', 'claude start:', what)
    if not ok: print(why[:3000])

def tell(*args):
    done = subprocess.run([witness, *args], cwd=run.proj, env=run.env(), capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr

def play(*turns):
    run.log.write_text('')
    run.serve(dict(conversations=[dict(match='PROMPT_MAIN', turns=[*turns, dict(text='done')])]))
    claude.claude(run, 'PROMPT_MAIN go', timeout=60)
    run.stop()
    return json.dumps([r['body'] for r in run.reqs()])

run = Run('claude', 'witness-start')
folder = run.dir/'bin'
folder.mkdir()
shutil.copy(witness, folder/'witness')
witness, run.path = str(folder/'witness'), f'{folder}:{PATH}'
run.write('go.mod', 'module example.com/cart\n\ngo 1.24\n')
run.write('cart.go', 'package cart\n\nfunc Half(n int) int { return n }\n')
run.write('cart_test.go', 'package cart\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := Half(4); got != 2 {\n\t\tt.Errorf("got %d, want 2", got)\n\t}\n}\n')
run.write('.claude/settings.json', '{\n  "permissions": {"allow": []}\n}\n')
run.write('.codex/config.toml', '')
run.write('GEMINI.md', '# Cart\n')
claude.pre(run)
status, said = tell('init')
wired = all((run.proj/f).exists() for f in ['.claude/settings.json', '.codex/hooks.json', '.gemini/settings.json'])
check('init without a name wires all three', status == 0 and wired, said)
status, said = tell('doctor')
check('the installed lines answer', said.count('the installed line refused one call') == 3, said)
check('Codex does not yet trust them', status == 1 and '9 of 9 hooks are not trusted' in said, said)
model = play(dict(tools=[dict(name='Bash', input=dict(command='true', description='t'))]))
check('nothing is red: the session begins without a word', '[witness]' not in model, model)
model = play(dict(tools=[dict(name='Bash', input=dict(command='go test .', description='t'))]))
check('the first session begins without a word', '[witness]' not in model, model)
model = play()
line = '[witness] briefing: How the last session in this project left it. Failing tests: 1.'
check('the second begins with what is red', line in model and 'got 4, want 2' in model, model)
status, said = tell('doctor')
check('the doctor knows that it was heard', 'heard in this project' in said, said)
status, said = tell('init', '--remove')
check('everything is as it was', (run.proj/'.claude/settings.json').read_text() == '{\n  "permissions": {"allow": []}\n}\n'
      and not (run.proj/'.codex/hooks.json').exists() and not (run.proj/'.gemini').exists(), said)
sys.exit(failed)
