package shell

// powerShellTable lists the commands and files of PowerShell lines.
var powerShellTable = []tableCase{
	{`cmd /c type src\a.ts; cmd /c findstr /n "x" b.ts`, "cat; grep* | read src/a.ts, read b.ts"},
	{`Get-Content src\a.go | Select-Object -First 20`, "Get-Content~; Select-Object* | read src/a.go"},
	{"cat a.go; gc b.go -TotalCount 5; type c.txt", "Get-Content; Get-Content; Get-Content* | read a.go, read b.go, read c.txt"},
	{`Set-Content -Path a.txt -Value "git commit"; "x" | Out-File -FilePath b.txt -Append; sc c.txt 'x'`, "Set-Content; Out-File; Set-Content* | write a.txt, edit b.txt, write c.txt"},
	{"echo hi > out.txt; echo more >> out.txt; go test ./... > log.txt 2>&1", "Write-Output~; Write-Output~; go test*~ | write! out.txt, edit! out.txt, write! log.txt"},
	{`Remove-Item Env:\TOKEN, a.txt; Set-Content Variable:x 1; Remove-Item C:\a\b.txt`, "Remove-Item; Set-Content; Remove-Item* | delete a.txt, delete C:/a/b.txt"},
	{"Remove-Item a.txt, b.txt -Force; rm -Recurse -Force node_modules; del c.txt", "Remove-Item; Remove-Item; Remove-Item* | delete a.txt, delete b.txt, delete node_modules/, delete c.txt"},
	{`Copy-Item a.go b.go; Move-Item -Path a.go -Destination sub\; Rename-Item a.go b.go`, "Copy-Item; Move-Item; Rename-Item* | scan a.go, write b.go, delete a.go, write sub/a.go, delete a.go, write b.go"},
	{`git add -A; git commit -m "x; y && z"`, "git add; git commit*"},
	{"go build ./... && go test ./...; git push", "go build; go test<go build>; git push*"},
	{"npm test; if ($?) { git commit -m x }", "npm test; git commit<npm test>*"},
	{"cd sub; npm run test 2>$null", "Set-Location; npm test@sub*"},
	{`Set-Location C:\proj; Get-Content .\a.txt`, "Set-Location; Get-Content@C:/proj* | read C:/proj/a.txt"},
	{`$f = "a.go"; (Get-Content $f) -replace 'a','b' | Set-Content $f`, "Get-Content; Set-Content* | read a.go, write a.go"},
	{`$f='a.go'; $t=Get-Content $f -Raw; $t=$t.Replace('a=1','b=2'); Set-Content -Path $f -Value $t`, "Get-Content; Set-Content* | read a.go, write a.go"},
	{`$n+=1; node a.js --x=$n; go build -o x=y`, "a.js; go build* | scan a.js, output x=y"},
	{`& "C:\Program Files\Git\bin\git.exe" commit -m x`, "git commit*"},
	{"python -m pytest -q | Select-String FAILED; Select-String -Path a.log -Pattern x", "pytest~; Select-String; Select-String* | read a.log"},
	{"Get-ChildItem -Recurse *.go | Where-Object { $_.Length -gt 10 }; Test-Path a", "Get-ChildItem~; Where-Object; Test-Path*"},
	{`$env:CI = "1"; npx jest; Get-Content $unknown`, "jest; Get-Content*"},
	{`powershell -Command "git status"; Write-Host "git commit"`, "git status; Write-Host*"},
	{"Get-Content *.txt; Add-Content -Path log.txt -Value x # git commit", "Get-Content; Add-Content* | read *.txt, edit log.txt"},
	{"@'\ngit commit\n'@ | Set-Content notes.md", "Set-Content* | write notes.md"},
	// What runs in $(…), in a string and in brackets is run. The arguments of a method and what stands in apostrophes are not.
	{`Write-Host $(cmd /c 'git push --force')`, `git push; Write-Host*`},
	{`"$(git push "$(git branch --show-current)")"`, `git branch; git push`},
	{`Write-Output "a $(git push)" (git fetch)`, `git push; Write-Output; git fetch*`},
	{`$x = 'a'.Replace(git push); Write-Output '$(git push)' "open $(git push"`, `Write-Output*`},
}
