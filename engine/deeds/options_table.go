package deeds

import "strings"

// tableOf returns the table of the options of a program, by its name with the subcommand or without it. A row is the
// letter, a colon and the long name, or the long name alone; "=" behind it says that it takes a value.
func tableOf(name string) table {
	for name != "" {
		for _, t := range tables {
			if t.names == name || strings.Contains(t.names, ", ") && strings.Contains(", "+t.names+", ", ", "+name+", ") {
				return table{t.rows, t.long, t.stops, t.signals}
			}
		}
		i := strings.LastIndexByte(name, ' ')
		if i < 0 {
			break
		}
		name = name[:i]
	}
	return table{}
}

// tables are those of the programs whose options a deed depends on.
var tables = []struct {
	names   string
	rows    string
	long    bool
	stops   bool
	signals bool
}{
	{names: "git push, git send-pack", rows: "tags follow-tags f:force d:delete n:dry-run u:set-upstream q:quiet v:verbose o:push-option= repo= receive-pack= exec= 4:ipv4 6:ipv6"},
	{names: "git reset", rows: "q:quiet p:patch U:unified= pathspec-from-file="},
	{names: "git checkout", rows: "f:force q:quiet b:create= B:force-create= orphan= p:patch t:track l:log m:merge d:detach 2:ours 3:theirs conflict= pathspec-from-file="},
	{names: "git switch", rows: "f:discard-changes force:discard-changes c:create= C:force-create= orphan= q:quiet t:track d:detach m:merge"},
	{names: "git restore", rows: "s:source= S:staged W:worktree p:patch q:quiet 2:ours 3:theirs m:merge pathspec-from-file= conflict="},
	{names: "git rm", rows: "f:force r:recursive n:dry-run q:quiet pathspec-from-file="},
	{names: "git ls-files", rows: "o:others m:modified d:deleted i:ignored s:stage u:unmerged c:cached z:null exclude-standard x:exclude= X:exclude-from= full-name"},
	{names: "git diff", rows: "name-only name-status cached staged stat diff-filter= z:null q:quiet"},
	{names: "git status", rows: "s:short b:branch porcelain z:null u:untracked-files ignored"},
	{names: "git clean", rows: "f:force n:dry-run i:interactive d:directories x:ignored X:only-ignored e:exclude= q:quiet"},
	{names: "git branch", rows: "D:delete+force d:delete M:move+force m:move C:copy+force c:copy f:force u:set-upstream-to= r:remotes a:all v:verbose q:quiet l:list contains= no-contains= merged= no-merged= points-at= sort= format= t:track"},
	{names: "git stash", rows: "u:include-untracked a:all k:keep-index q:quiet p:patch S:staged m:message= pathspec-from-file="},
	{names: "git apply", rows: "R:reverse p:strip= C:context= directory= exclude= include= cached index check stat numstat summary 3:3way v:verbose whitespace="},
	{names: "patch", rows: "R:reverse p:strip= i:input= d:directory= o:output= dry-run"},
	{names: "git commit", rows: "m:message= a:all n:no-verify F:file= C:reuse-message= c:reedit-message= e:edit S:gpg-sign author= date= fixup= squash= t:template= q:quiet v:verbose s:signoff u:untracked-files o:only i:include p:patch interactive no-edit dry-run trailer= cleanup= pathspec-from-file="},
	{names: "git add, git stage", rows: "A:all u:update p:patch i:interactive e:edit n:dry-run f:force v:verbose N:intent-to-add chmod= pathspec-from-file="},
	{names: "git clone", rows: "b:branch= o:origin= c:config= j:jobs= depth= filter= reference= shallow-since= template= server-option= separate-git-dir= q:quiet v:verbose"},
	{names: "git rebase", rows: "i:interactive x:exec= s:strategy= X:strategy-option= m:merge q:quiet v:verbose onto= edit-todo"},
	{names: "git config", rows: "f:file= blob= type= default= l:list e:edit z:null"},
	{names: "git worktree", rows: "f:force b:create= B:force-create= q:quiet reason="},
	{names: "git gc", rows: "prune="},
	{names: "git update-ref", rows: "d:delete m:message="},
	{names: "git", rows: "n:dry-run f:force q:quiet v:verbose"},
	{names: "jj git", rows: "r:revisions= b:branch= bookmark= remote= N:allow-new deleted all tracked change= c:change="},
	{names: "gh pr, gh release, gh workflow, gh secret, gh run, gh repo, gh variable, gh gist, gh issue", rows: "R:repo= b:body= t:title= n:notes= F:body-file= s:squash m:merge r:rebase d:delete-branch e:env= o:org= a:app= f:raw-field= H:head= B:base= l:label= w:web p:public"},
	{names: "gh api, glab api", rows: "X:method= f:raw-field= F:field= H:header= q:jq= t:template= p:preview= hostname= input= cache= i:include"},
	{names: "kill", rows: "s:signal= n:signal= l:list L:list q:queue=", signals: true},
	{names: "pkill, pgrep", rows: "f:full signal= u:euid= U:uid= P:parent= g:pgroup= G:group= t:terminal= s:session= n:newest o:oldest x:exact i:ignore-case F:pidfile= ns= r:runstates=", signals: true},
	{names: "killall", rows: "s:signal= signal= u:user= g:process-group e:exact i:interactive I:ignore-case l:list o:older-than= y:younger-than= r:regexp q:quiet w:wait v:verbose n:ns=", signals: true},
	{names: "skill", rows: "u:user t:tty p:pid c:command i:interactive", signals: true},
	{names: "ps", rows: "C:command= o:format= p:pid= u:user= t:tty= N:deselect"},
	{names: "fuser", rows: "k:kill n:namespace= s:silent i:interactive m:mount M:ismountpoint v:verbose u:user"},
	{names: "lsof", rows: "t:terse i:internet= p:pid= u:user= c:command= s:state= d:fd= n:numeric P:ports a:and"},
	{names: "curl", rows: "X:request= d:data= data-raw= data-binary= data-urlencode= data-ascii= json= F:form= form-string= T:upload-file= H:header= u:user= A:user-agent= b:cookie= c:cookie-jar= e:referer= o:output= O:remote-name w:write-out= m:max-time= x:proxy= K:config= connect-timeout= retry= retry-delay= cacert= E:cert= key= resolve= url= G:get I:head L:location k:insecure s:silent S:show-error f:fail proxy-user= oauth2-bearer= r:range= output-dir= aws-sigv4= unix-socket="},
	{names: "wget", rows: "O:output-document= post-data= post-file= body-data= body-file= method= header= U:user-agent= user= password= P:directory-prefix= o:output-file= t:tries= T:timeout= q:quiet c:continue i:input-file= e:execute="},
	{names: "http, https, xh, xhs", rows: "a:auth= o:output= d:download j:json f:form session= verify= timeout= p:print= b:body h:headers m:multipart raw= proxy= A:auth-type="},
	{names: "nc, ncat, netcat", rows: "l:listen z:zero p:port= w:wait= e:exec= c:sh-exec= s:source= q:quit= x:proxy= X:proxy-protocol= i:interval= u:udp v:verbose n:numeric k:keep"},
	{names: "scp, sftp", rows: "i:identity= P:port= o:option= F:config= J:jump= c:cipher= l:limit= S:program= b:batch= r:recursive q:quiet C:compress p:preserve"},
	{names: "rsync", rows: "e:rsh= n:dry-run exclude= include= exclude-from= include-from= files-from= f:filter= chmod= log-file= backup-dir= partial-dir= bwlimit= password-file= rsync-path= T:temp-dir= timeout= port= out-format= compare-dest= link-dest= copy-dest= max-size= min-size= B:block-size= list-only a:archive v:verbose z:compress r:recursive"},
	{names: "ssh", rows: "i:identity= p:port= o:option= F:config= J:jump= L:local= R:remote= D:dynamic= l:login= E:log= b:bind= c:cipher= m:mac= O:control= S:socket= W:forward= w:tunnel= e:escape= B:interface= t:tty T:no-tty f:background N:no-command n:no-stdin q:quiet v:verbose A:agent C:compress X:x11", stops: true},
	{names: "tsh, pdsh, pssh, parallel-ssh, clush", rows: "w:hosts= h:hosts= H:host= l:user= x:exclude= t:timeout= p:par= g:group= i:inline", stops: true},
	{names: "ansible", rows: "a:args= m:module-name= i:inventory= b:become u:user= l:limit= e:extra-vars= f:forks= C:check D:diff"},
	{names: "lftp", rows: "e:execute= c:execute= f:file= u:user= p:port="},
	{names: "vagrant, doctl compute", rows: "c:command= ssh-command="},
	{names: "heroku run", rows: "a:app= r:remote= s:size= e:env=", stops: true},
	{names: "docker run, docker create, podman run, podman create, docker exec, podman exec", rows: "v:volume= mount= e:env= p:publish= w:workdir= u:user= name= network= net= entrypoint= h:hostname= l:label= m:memory= cpus= pid= ipc= userns= uts= cap-add= cap-drop= security-opt= device= platform= restart= env-file= tmpfs= add-host= link= log-driver= log-opt= ulimit= shm-size= gpus= runtime= i:interactive t:tty d:detach rm privileged", stops: true},
	{names: "docker, podman, nerdctl", rows: "f:force v:volumes a:all filter= rmi= t:timeout= q:quiet"},
	{names: "kubectl, oc", rows: "f:filename= n:namespace= l:selector= k:kustomize= o:output= A:all-namespaces context= kubeconfig= cluster= replicas= p:patch= type= grace-period= timeout= dry-run as= c:container= token= s:server= field-selector="},
	{names: "helm", rows: "f:values= n:namespace= set= set-string= version= kube-context= kubeconfig= timeout= a:atomic i:install repo="},
	{names: "terraform, tofu", rows: "var= var-file= target= replace= state= out= chdir= lock-timeout= parallelism= backend-config=", long: true},
	{names: "aws ssm, aws ecs", rows: "parameters= document-name= instance-ids= targets= command= cluster= task= container= profile= region="},
	{names: "aws", rows: "profile= region= output= endpoint-url= query= exclude= include= acl= storage-class= sse="},
	{names: "gcloud", rows: "command= project= account= configuration= zone= region= format= location= q:quiet"},
	{names: "az", rows: "scripts= command-id= g:resource-group= n:name= subscription= o:output= query= y:yes account-name= s:source= c:container-name= d:destination="},
	{names: "psql, pg_restore, pg_dump, dropdb, createdb", rows: "c:command= h:host= p:port= U:username= d:dbname= f:file= v:set= F:format= n:schema= t:tuples-only if-exists clean"},
	{names: "pg_restore", rows: "c:clean d:dbname= h:host= p:port= U:username="},
	{names: "mysql, mariadb, mysqladmin, mysqldump", rows: "e:execute= h:host= u:user= p:password P:port= D:database= S:socket= f:force defaults-file="},
	{names: "redis-cli", rows: "h:host= p:port= a:pass= n:database= u:uri= x:stdin"},
	{names: "npm, pnpm, yarn, bun", rows: "tag= registry= access= otp= w:workspace= F:filter= f:force g:global userconfig="},
	{names: "cargo", rows: "p:package= features= manifest-path= registry= token= index= n:dry-run target= vers= version="},
	{names: "twine, gem, poetry, uv, hatch, flit", rows: "r:repository= u:username= p:password= repository-url= k:key= host= v:version= i:index= publish-url= token="},
	{names: "goreleaser", rows: "f:config= p:parallelism= timeout= release-notes= skip= snapshot"},
	{names: "crontab", rows: "u:user= l:list r:remove e:edit i:interactive"},
	{names: "systemctl, loginctl", rows: "H:host= M:machine= t:type= s:signal= n:lines= o:output= q:quiet f:force p:property="},
	{names: "iptables, ip6tables", rows: "A:append= I:insert= D:delete= F:flush X:delete-chain P:policy= t:table= s:source= d:destination= p:protocol= j:jump= L:list N:new-chain= S:list-rules n:numeric"},
	{names: "tar", rows: "f:file= C:directory= T:files-from= exclude= z:gzip j:bzip2 J:xz c:create x:extract v:verbose"},
	{names: "rclone", rows: "P:progress n:dry-run include= exclude= config= transfers= v:verbose filter= max-age= min-age="},
	{names: "borg, restic", rows: "n:dry-run r:repo= repository-file= password-file= p:password-file= keep-last= l:keep-last= keep-daily= keep-weekly= keep-monthly= keep-hourly= tag= path= host= stats"},
	{names: "zfs, zpool", rows: "n:dry-run r:recursive R:recursive f:force d:destroy-dependents"},
	{names: "wipefs, sgdisk, sfdisk, fdisk, parted, badblocks, cryptsetup, mdadm, hdparm, nvme", rows: "a:all n:no-act t:types= o:offset= f:force w:write l:list d:dump J:json Z:zap-all z:zap s:script"},
	{names: "etcdctl, vault, doppler, op", rows: "p:project= c:config= y:yes endpoints= cacert= cert= key= vault= account= mount= versions="},
	{names: "heroku, fly, flyctl, vercel, netlify, wrangler, firebase, doctl, eksctl, supabase, railway, render, pulumi, cdk, serverless, sls, sam, eb, gcloud run, argocd, kafka-topics, kafka-topics.sh", rows: "C:command= a:app= c:config= s:stack= e:env= n:name= y:yes f:force P:project= topic= bootstrap-server= zookeeper= confirm= region= r:remote= t:token= scope= S:scope= cwd= account-id= token= profile= stack= stage= command="},
	{names: "alembic, flyway, liquibase, knex, sequelize, sequelize-cli, typeorm, prisma, dotnet", rows: "c:config= d:datasource= e:env= n:name= x:arg= url= schema= changelog-file= configFiles= p:project= s:startup-project= k:api-key="},
	{names: "chroot", rows: "userspec= groups="},
	{names: "stripe, gitlab-runner, circleci, rabbitmqadmin, nats, mc, deck, apigeecli", rows: "d:data= n:name= u:username= p:password= H:host= s:server= org= token= host= vhost="},
}
