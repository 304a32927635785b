package shell
import ("testing";"time";"strings";"fmt")
func TestTmp(t *testing.T){
 n := 256<<10
 for name, piece := range map[string]string{"a;":"a;","sub":"$(", "bt":"`", "par":"(", "brace":"{ ", "heredoc":"cat <<E\n", "heredoc2":"<<E ", "arith":"$((", "dq":"\"$(", "bracexp":"{a,b}", "pipe":"a|", "and":"a&&", "word":"echo a ", "if":"if a;then ", "case":"case a in ", "param":"${a:-", "paramx":"${a}", "assign":"a=$a$a;", "for":"for i in 1 2 3;do ", "fn":"f(){ f;};", "bashc":"bash -c '", "esc":"\\", "glob":"[", "glob2":"*", "ext":"@(", "redir":">a ", "arr":"a=(", "test":"[[ a && ", "cmt":"#\n", "nl":"\n", "proc":"<(", "xargs": "xargs ", "sudo":"sudo ", "env":"env a=b ", "cd":"cd a;", "not":"! ", "dq2":"\"", "sq":"'", "tick":"\"`", "git":"git commit;", "eval":"eval ", "sed": "sed -i s/a/b/ f$a;"} {
  line := strings.Repeat(piece, n/len(piece))
  s:=time.Now(); Parse(line,"/w","/h"); d:=time.Since(s)
  s=time.Now(); PowerShell(line,"/w","/h"); d2:=time.Since(s)
  if d>150*time.Millisecond || d2>150*time.Millisecond { fmt.Println(name,d,d2) }
 }
}
