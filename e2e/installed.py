#!/usr/bin/env python3
"""Play a session through a client with the settings that `witness init` itself wrote:
e2e/installed.py CLIENTS CLIENT WITNESS, for codex, gemini and qwen. The project has settings of its own.
Codex is played twice: hooks that the user has not trusted do not run."""
import json, os, subprocess, sys, time
clients, client, witness = sys.argv[1:]
sys.argv = sys.argv[:1]
sys.dont_write_bytecode = True
sys.path.insert(0, clients)
from lab import *
module = __import__(client)
failed = False

def check(what, ok):
    global failed
    failed |= not ok
    print('ok   ' if ok else 'FAIL ', client, what)

def call(line):
    if client == 'codex': return dict(tools=[dict(name='exec_command', input=dict(cmd=line, login=False))])
    background = dict(is_background=False) if client == 'qwen' else {}
    return dict(tools=[dict(name='run_shell_command', input=dict(command=line, **background))])

def play(run, **options):
    run.serve(dict(conversations=[dict(match='PROMPT_MAIN', turns=[call('go test .'), call('git commit --allow-empty -qm x'), dict(text='done')])]))
    getattr(module, client)(run, 'PROMPT_MAIN go', timeout=60, **options)
    run.stop()
    committed = subprocess.run(['git', 'rev-parse', '-q', '--verify', 'HEAD'], cwd=run.proj, stdout=subprocess.DEVNULL).returncode == 0
    return committed, json.dumps(run.reqs()[-1]['body'])

def trust(run):
    """what /hooks does: note the hash of each hook in config.toml"""
    requests = [dict(id=0, method='initialize', params=dict(clientInfo=dict(name='e2e', version='1', title='e2e'))), dict(method='initialized'),
                dict(id=1, method='hooks/list', params=dict(cwds=[str(run.proj)]))]
    server = subprocess.Popen([str(module.BIN), 'app-server'], cwd=run.proj, env=module.cenv(run), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for r in requests: print(json.dumps(r), file=server.stdin, flush=True)
    answer = next(a for a in map(json.loads, server.stdout) if a.get('id') == 1)
    server.terminate()
    hooks, config = answer['result']['data'][0]['hooks'], run.cfg
    def trusting():
        config()
        with open(run.home/'.codex/config.toml', 'a') as f:
            for h in hooks: print(f'\n[hooks.state."{h["key"]}"]\ntrusted_hash = "{h["currentHash"]}"', file=f)
    run.cfg = trusting
    return len(hooks)

run = Run(client, 'witness-installed')
run.extra_env = dict(GIT_AUTHOR_NAME='dev', GIT_AUTHOR_EMAIL='dev@example.com', GIT_COMMITTER_NAME='dev', GIT_COMMITTER_EMAIL='dev@example.com')
run.path = os.path.dirname(os.path.abspath(witness)) + ':' + PATH
run.write('go.mod', 'module example.com/cart\n\ngo 1.24\n')
run.write('cart.go', 'package cart\n\nfunc Half(n int) int { return n }\n')
run.write('cart_test.go', 'package cart\n\nimport "testing"\n\nfunc TestHalf(t *testing.T) {\n\tif got := Half(4); got != 2 {\n\t\tt.Errorf("got %d, want 2", got)\n\t}\n}\n')
module.pre(run, events=['Stop'] if client != 'gemini' else ['AfterAgent'])
subprocess.run([witness, 'init', client], cwd=run.proj, env=run.env(), check=True, stdout=subprocess.DEVNULL)
if client == 'codex':
    committed, model = play(run, bypass=False)
    check('untrusted: the hooks do not run', committed)
    subprocess.run(['git', 'update-ref', '-d', 'HEAD'], cwd=run.proj, check=True)
    run.base = ''
    run.cfg()
    check('all hooks are known to the client', trust(run) >= 9)
    committed, model = play(run, bypass=False)
else:
    committed, model = play(run)
check('the tool did not run', not committed)
check('the reason reaches the model', 'no_commit_failing: TestHalf' in model)
sys.exit(failed)
