package shell

import (
	"strings"
	"testing"
)

// TestLibraries checks which commands the methods of libraries stand for, in scripts that the session has written.
func TestLibraries(t *testing.T) {
	for _, test := range []struct{ file, code, want string }{
		{"x.py", "from git import Repo\nrepo = Repo('.')\nrepo.git.add(A=True)\nrepo.index.commit('x')\nrepo.remotes.origin.push(force=True)\nrepo.git.reset('--hard')", "x.py:3 git add -A; x.py:4 git commit -m x; x.py:5 git push --force; x.py:6 git reset --hard"},
		{"x.py", "import git\ngit.Repo('.').remotes.origin.push(refspec='+main:main')", "x.py:2 git push origin +main:main"},
		{"x.py", "import git\nr = git.Repo('.')\nr.git.update_index(r.path)\n[].append('x')", "x.py:3 git update-index"},
		{"x.py", "from git import Repo\nRepo('.').head.reset(index=True, working_tree=True)", "x.py:2 git reset --index --hard"},
		{"x.py", "import sh\nsh.git('commit', '-am', 'x')\nsh.git.push('--force')", "x.py:2 git commit -am x; x.py:3 git push --force"},
		{"x.py", "from sh import git, rm\nrm('-rf', 'out')", "x.py:2 rm -rf out"},
		{"x.py", "from fabric import Connection\nc = Connection('prod')\nc.run('rm -rf /srv/app')\nc.local('ls')", "x.py:3 ssh host rm -rf /srv/app; x.py:4 ls"},
		{"x.py", "import boto3\ns3 = boto3.client('s3')\ns3.delete_bucket(Bucket='b')\ns3.list_buckets()\nprint(s3.meta)", "x.py:3 aws s3api delete-bucket --bucket b; x.py:4 aws s3api list-buckets"},
		{"x.py", "import boto3\nboto3.resource('s3').Bucket('b').objects.all().delete()\nec2 = boto3.Session().resource('ec2')\nec2.Instance('i-1').terminate()", "x.py:2 aws s3api delete-objects; x.py:4 aws ec2 terminate-instance"},
		{"x.py", "import boto3x\ns3.delete_bucket(Bucket='b')", ""},
		{"x.mjs", "import simpleGit from 'simple-git'\nconst g = simpleGit()\nconst list = []\nlist.push('x')\nawait g.commit('x')\nawait simpleGit().reset(ResetMode.HARD)\nawait g.push(['--force', 'origin'])", "x.mjs:5 git commit -m x; x.mjs:6 git reset --hard; x.mjs:7 git push --force origin"},
		{"x.mjs", "import { S3Client, DeleteBucketCommand } from '@aws-sdk/client-s3'\nawait new S3Client({}).send(new DeleteBucketCommand({ Bucket: 'b' }))", "x.mjs:2 aws s3api delete-bucket --bucket b"},
		{"x.mjs", "const push = (x) => x.push('y')\nimport {execa} from 'execa'\nawait execa('git', ['commit', '-am', 'x'])", "x.mjs:3 git commit -am x"},
	} {
		run := "python3 "
		if strings.HasSuffix(test.file, ".mjs") {
			run = "node "
		}
		var got []string
		for _, c := range ParseOn(aDisk{"/p/" + test.file: test.code}, run+test.file, "/p", "/home/dev").Commands[1:] {
			got = append(got, strings.TrimPrefix(c.Via, "/p/")+" "+strings.Join(append([]string{c.Name}, c.Args...), " "))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.code, got, test.want)
		}
	}
}
