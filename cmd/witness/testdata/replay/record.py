#!/usr/bin/env python3
"""Record the sessions anew: record.py CLIENTS [claude|codex|gemini…], with witness on the PATH.

CLIENTS is the folder with lab.py and fake.mjs. The real client works on the project below
with `witness hook` wired in; its model is a script. Of each session three things are kept:
payloads.jsonl, what the client told the hook; transcript/, the client's own; verdicts, what
the hook said, from the store. Paths are made equal, and long texts that say nothing of
calls (instructions, lists of skills) are cut.
"""
import glob, importlib, json, os, pathlib, sqlite3, subprocess, sys
sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
from lab import *

HERE = pathlib.Path(__file__).resolve().parent
GIT = dict(GIT_AUTHOR_NAME='dev', GIT_AUTHOR_EMAIL='dev@example.com', GIT_COMMITTER_NAME='dev', GIT_COMMITTER_EMAIL='dev@example.com')
CART = 'package cart\n\nfunc Total(cents, percent int) int { return %s }\n'
TEST = 'package cart\n\nimport "testing"\n\nfunc TestHalfUp(t *testing.T) {\n\tif got := Total(125, 10); got != 113 {\n\t\tt.Errorf("got %d, want 113", got)\n\t}\n}\n'
GUESSES = ['cents * (100 - percent) / 100', 'cents - (cents*percent+99)/100', 'cents/100 * (100-percent)', '(100 - percent) * cents / 100', 'cents * percent / 100']
RIGHT = '(cents*(100-percent) + 50) / 100'

def project(client, module):
    r = Run(client, 'replay')
    r.extra_env = GIT
    r.use('witness hook ' + client)
    for name, text in (('go.mod', 'module example.com/cart\n\ngo 1.26\n'), ('cart.go', CART % GUESSES[0]), ('cart_test.go', TEST), ('b.txt', 'one\n'), ('c.txt', 'one\n'), ('.gitignore', '.claude/\n.gemini/\n')):
        r.write(name, text)
    for line in ('git add .', 'git commit -qm Start'):
        subprocess.run(line.split(), cwd=r.proj, env=r.env(), check=True)
    return r

def claude_session():
    m = importlib.import_module('claude')
    r = project('claude', m); m.pre(r); m.settings(r, timeout=20)
    P = str(r.proj)
    edit = lambda f, a, b: T('Edit', file_path=f'{P}/{f}', old_string=a, new_string=b)
    sh = lambda c, **k: T('Bash', command=c, description='t', **k)
    read = lambda f: T('Read', file_path=f'{P}/{f}')
    agent = lambda p, **k: T('Agent', description='sub', prompt=p, subagent_type='general-purpose', run_in_background=False, **k)
    turns = [turn(read('cart.go'))]
    for a, b in zip(GUESSES, GUESSES[1:]):
        turns.append(turn(edit('cart.go', a, b)))
        if b != GUESSES[-1]: turns.append(turn(sh('go test .')))
    turns += [
        turn(sh("git commit -qam 'Round half a cent up'")),
        turn(sh('sed -i s/one/two/ c.txt')),
        turn(edit('b.txt', 'one', 'two')),                                   # the client refuses: it was not read
        turn(read('b.txt'), sh('exit 5'), sh('cat go.mod | head -2'), edit('b.txt', 'one', 'three'), text='together'),
        turn(read('nosuch.txt')),
        turn(agent('SUB_ONE look'), agent('SUB_TWO look')),
        turn(sh('mkdir -p sub && cd sub && pwd')), turn(sh('pwd; cd ..')),
        turn(T('Write', file_path=f'{P}/new.txt', content='new\n')),
        turn(read('cart.go')),
        turn(edit('cart.go', GUESSES[3], RIGHT)),
        turn(sh('go test .')), turn(sh('go test .')),
        turn(sh('go test ./... > out.log 2>&1; tail -1 out.log')),
        turn(sh('sleep 1; go test .', run_in_background=True)),
        turn(sh("git commit -qam 'Round half a cent up'")),
        D(text='All done.')]
    again = [turn(sh('git log --oneline | cat')), turn(edit('new.txt', 'new', 'newer')), turn(edit('cart.go', RIGHT, GUESSES[1])), turn(sh('go test . 2>&1 | tail -5')),
             turn(sh('git commit -qam Broken')), D(text='Done again.')]
    r.serve(D(conversations=[conv('PROMPT_', *turns, *again),
                             conv('SUB_ONE', turn(T('Read', file_path=f'{P}/cart_test.go')), turn(sh('sed -i s/two/four/ c.txt')), turn(T('Write', file_path=f'{P}/sub.txt', content='s\n')), turn(sh('exit 7')), D(text='one is done')),
                             conv('SUB_TWO', turn(sh('go test .')), turn(sh('cat b.txt')), D(text='two is done'))]))
    m.claude(r, 'PROMPT_ONE go', tag='1')
    sid = next(c['stdin']['session_id'] for c in r.caps())
    m.claude(r, 'PROMPT_TWO go', '--resume', sid, tag='2')
    return r, str(r.home/'.claude/projects/*')

def codex_session():
    m = importlib.import_module('codex')
    r = project('codex', m); m.pre(r, model='gpt-5.5', extra='[features]\nmulti_agent = true\n')
    sh = lambda c, **k: T('exec_command', cmd=c, login=False, **k)
    patch = lambda f, *lines: m.C('apply_patch', '*** Begin Patch\n*** Update File: %s\n@@\n%s\n*** End Patch\n' % (f, '\n'.join(lines)))
    func = 'func Total(cents, percent int) int { return %s }'
    turns = [turn(sh('cat cart.go'))]
    for a, b in zip(GUESSES, GUESSES[1:]):
        turns.append(turn(patch('cart.go', '-' + func % a, '+' + func % b)))
        if b != GUESSES[-1]: turns.append(turn(sh('go test .')))
    turns += [
        turn(sh("git commit -qam 'Round half a cent up'")),
        turn(sh('sed -i s/one/two/ c.txt')),
        turn(patch('b.txt', '-one', '+two')), turn(patch('b.txt', '-nope', '+two')),
        turn(m.C('apply_patch', '*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n')),
        turn(sh('go test . ; sleep 2; echo done', yield_time_ms=300)), turn(T('write_stdin', session_id=0, chars='', yield_time_ms=20000)),
        turn(sh('exit 5'), sh('cat go.mod')),
        turn(D(name='spawn_agent', namespace='multi_agent_v1', input=D(message='SUB_ONE do it', agent_type='default'))), turn(sh('sleep 3')),
        turn(sh('cat cart.go')),
        turn(patch('cart.go', '-' + func % GUESSES[3], '+' + func % RIGHT)),
        turn(sh('go test .')), turn(sh('go test .')),
        turn(sh("git commit -qam 'Round half a cent up'")),
        D(text='All done.')]
    again = [turn(sh('git log --oneline | cat')), turn(patch('cart.go', '-' + func % RIGHT, '+' + func % GUESSES[1])), turn(sh('go test . 2>&1 | tail -5')), turn(sh('git commit -qam Broken')), D(text='Done again.')]
    r.serve(D(conversations=[conv('PROMPT_', *turns, *again), conv('SUB_ONE', turn(sh('sed -i s/two/four/ c.txt')), turn(sh('exit 7')), turn(patch('b.txt', '-two', '+five')), D(text='one is done'))]))
    m.codex(r, 'PROMPT_ONE go', tag='1')
    m.codex(r, 'PROMPT_TWO go', '--last', sub=('resume',), tag='2')
    return r, str(r.home/'.codex/sessions/*/*/*')

def gemini_session():
    m = importlib.import_module('gemini')
    r = project('gemini', m); m.pre(r)
    P = str(r.proj)
    sh = lambda c, **k: T('run_shell_command', command=c, **k)
    edit = lambda f, a, b: T('replace', file_path=f, old_string=a, new_string=b, instruction='t')
    turns = [turn(T('read_file', file_path='cart.go'))]
    for a, b in zip(GUESSES, GUESSES[1:]):
        turns.append(turn(edit('cart.go', a, b)))
        if b != GUESSES[-1]: turns.append(turn(sh('go test .')))
    turns += [
        turn(sh("git commit -qam 'Round half a cent up'")),
        turn(sh('sed -i s/one/two/ c.txt')),
        turn(edit('b.txt', 'one', 'two')), turn(edit(P + '/b.txt', 'nope', 'two')),
        turn(T('write_file', file_path=P + '/new.txt', content='new\n')), turn(T('write_file', file_path='cart_test.go', content=TEST + '\n')),
        turn(sh('exit 5'), T('read_file', file_path='go.mod')),
        turn(T('nosuchtool', x=1)), turn(T('read_file', file_path='nosuch.txt')),
        turn(sh('mkdir -p sub && pwd')), turn(sh('pwd', dir_path='sub')),
        turn(T('invoke_agent', agent_name='generalist', prompt='SUB_ONE look')),
        turn(T('read_file', file_path='cart.go')),
        turn(edit('cart.go', GUESSES[3], RIGHT)),
        turn(sh('go test .')), turn(sh('go test .')),
        turn(sh("git commit -qam 'Round half a cent up'")),
        D(text='All done.')]
    r.serve(D(conversations=[conv('PROMPT_', *turns), conv('SUB_ONE', turn(sh('sed -i s/two/four/ c.txt')), turn(sh('exit 7')), turn(T('complete_task', result=D(response='one is done'))), D(text='one is done'))]))
    m.gemini(r, 'PROMPT_ONE go', tag='1')
    return r, str(r.home/'.gemini/tmp/*/chats')

LONG = 4000
def cut(v, keep=False):
    """the same record without long texts; what calls print is kept"""
    if isinstance(v, dict):
        return {k: 'cut' if k in ('instructions', 'base_instructions', 'skills', 'addedLines', 'environments_instructions') else cut(x, keep or k in ('toolUseResult', 'resultDisplay')) for k, x in v.items()}
    if isinstance(v, list): return [cut(x, keep) for x in v]
    if isinstance(v, str) and len(v) > LONG and not keep: return v[:200] + ' … cut'
    return v

def keep(name, r, folder):
    out = HERE/name
    if out.exists(): shutil.rmtree(out)
    folder = glob.glob(folder)[0]
    for f in glob.glob(folder + '/**/*.jsonl', recursive=True):
        to = out/'transcript'/os.path.relpath(f, folder)
        to.parent.mkdir(parents=True, exist_ok=True)
        with open(to, 'w') as w:
            for l in open(f):
                w.write(r.norm(json.dumps(cut(json.loads(l)), ensure_ascii=False)) + '\n')
    with open(out/'payloads.jsonl', 'w') as w:
        for c in r.caps():
            if 'stdin' in c: w.write(r.norm(json.dumps(c['stdin'], ensure_ascii=False)) + '\n')
    db = glob.glob(str(r.home/'.local/state/witness/*/witness.db'))
    with open(out/'verdicts', 'w') as w:
        for row in sqlite3.connect(db[0]).execute('SELECT moment, actor, severity, rule, subject, message FROM verdicts ORDER BY t, rule, subject'):
            w.write(r.norm('\t'.join(row)) + '\n')
    print(open(out/'verdicts').read())

for name in sys.argv[2:] or ['claude', 'codex', 'gemini']:
    r, folder = globals()[name + '_session']()
    r.stop()
    for o in r.outs: print(name, o['rc'], o['wall'], o['stderr'][-300:])
    keep(name, r, folder)
