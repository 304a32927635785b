package shell
import ("testing";"os";"bufio";"encoding/json";"fmt")
func TestDump(t *testing.T){
 f,_:=os.Open(os.Getenv("DUMP")); s:=bufio.NewScanner(f); s.Buffer(nil,1<<24)
 for s.Scan(){ var o struct{C,D string}; json.Unmarshal(s.Bytes(),&o); if o.D==""{o.D="/w"}
  l:=Parse(o.C,"/w","/home/dev"); x:=o.C; if len(x)>400{x=x[:400]+"…"}
  fmt.Printf("%s\n      => %s\n",x,told(l)); if os.Getenv("ARGS")!=""{for _,c:=range l.Commands{fmt.Printf("         %s %q inert=%v text=%q\n",c.Name,c.Args,c.Inert,c.Text)}}
 }
}
