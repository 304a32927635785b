package shell

// action is what a call in a program does with the files or the command that its first argument names.
type action int

// The actions of calls.
const (
	reads        action = iota + 1
	writes              // create or overwrite it
	appends             // add to its end
	opens               // as the mode in the second argument says
	deletes             // and all further files that it names
	deletesTree         // a folder with everything in it
	removes             // a folder with everything in it if an option says so, else a file
	removesTree         // a folder with everything in it if an option says so, else nothing
	moves               // to the second argument
	copies              // to the second argument
	starts              // a command, whose output is shown
	captures            // a command, whose output the program gets
	asksToDelete        // what an address stands for, from its server
	executes            // a statement of SQL
)

// codeCalls has for each language what its functions do. Each is named with its owner, a module or class: "os.remove".
// The owner "*" stands for any and for none. What is not in the table is ignored, so that code which is not understood
// yields nothing instead of a guess.
var codeCalls = [...][]struct {
	does  action
	names string
}{
	pythonCode: {
		{opens, "open os.open io.open codecs.open"},
		{deletes, "os.remove os.unlink send2trash.send2trash"},
		{deletesTree, "shutil.rmtree"},
		{moves, "os.rename os.replace shutil.move"},
		{copies, "shutil.copy shutil.copy2 shutil.copyfile"},
		{starts, "os.system subprocess.run subprocess.call subprocess.check_call subprocess.Popen os.execvp os.execv pty.spawn *.create_subprocess_exec *.create_subprocess_shell"},
		{starts, "session.run session.run_always c.run c.local ctx.run context.run"}, // in a task
		{captures, "os.popen subprocess.check_output subprocess.getoutput subprocess.getstatusoutput"},
		{asksToDelete, "requests.delete httpx.delete"},
		{executes, "*.execute *.executemany *.executescript"},
	},
	javaScriptCode: {
		{reads, "*.readFileSync *.readFile *.createReadStream"},
		{writes, "*.writeFileSync *.writeFile *.createWriteStream"},
		{appends, "*.appendFileSync *.appendFile"},
		{removes, "*.unlinkSync *.unlink *.rmSync *.rmdirSync fs.rm fsp.rm fsPromises.rm Deno.remove Deno.removeSync"},
		{removesTree, "*.rm"},
		{deletesTree, "rimraf rimrafSync rimraf.sync rimraf.rimraf fs.remove fse.remove *.removeSync *.emptyDirSync"},
		{moves, "*.renameSync"},
		{copies, "*.copyFileSync"},
		{starts, "execa execaSync execaCommand execaCommandSync shell.exec shelljs.exec *.spawnSync spawn child_process.spawn node:child_process.spawn cp.spawn Bun.spawn Deno.Command"},
		{captures, "*.execSync *.execFileSync exec execFile child_process.exec child_process.execFile node:child_process.exec node:child_process.execFile cp.exec cp.execFile"},
		{asksToDelete, "axios.delete got.delete"},
		{executes, "*.query *.execute *.raw *.unsafe *.run *.$executeRawUnsafe"},
	},
	perlLikeCode: {
		{reads, "*.file_get_contents File.read File.readlines File.foreach File.binread IO.read IO.readlines IO.foreach IO.binread"},
		{writes, "*.file_put_contents File.write File.binwrite IO.write IO.binwrite"},
		{opens, "*.fopen File.open File.new IO.open IO.new"},
		{deletes, "os.remove unlink File.delete File.unlink FileUtils.rm FileUtils.rm_f FileUtils.remove"},
		{deletesTree, "rmtree remove_tree FileUtils.rm_rf FileUtils.rm_r FileUtils.rmtree FileUtils.remove_dir"},
		{moves, "rename move File.rename FileUtils.mv FileUtils.move"},
		{copies, "copy FileUtils.cp FileUtils.copy"},
		{deletes, "rm rm_f"}, // of rake
		{deletesTree, "rm_rf rm_r"},
		{starts, "sh"},
		{starts, "system passthru popen proc_open Kernel.system os.execute io.popen"},
		{captures, "exec shell_exec Kernel.exec IO.popen Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen3"},
		{executes, "*.execute *.query *.exec_query *.do"},
	},
	goCode: {
		{reads, "os.ReadFile os.Open"},
		{writes, "os.WriteFile os.Create"},
		{deletes, "os.Remove"},
		{deletesTree, "os.RemoveAll"},
		{moves, "os.Rename"},
		{starts, "exec.Command exec.CommandContext"},
		{executes, "*.Exec *.ExecContext *.MustExec"},
	},
	otherCode: {
		{deletes, "Files.delete Files.deleteIfExists File.Delete File.delete File.rm file.remove file_delete fs.remove_file removeFile delete-file Sys.remove deleteFile"},
		{deletes, "FileUtils.delete FileUtils.forceDelete io.delete-file *.removeItem"},
		{deletesTree, "os.remove.all remove.all File.rm_rf Directory.Delete fs.remove_dir_all remove_dir_all dir_delete delete-directory removeDirectoryRecursive removePathForcibly removeDir deleteTree"},
		{deletesTree, "FileUtils.deleteDirectory FileUtils.deleteQuietly FileUtils.rm_r FileUtils.rm_rf"},
		{removes, "rm unlink"},
		{deletes, "REMOVE"}, // of CMake
		{deletesTree, "REMOVE_RECURSE delete project.delete"}, // of CMake and Gradle
		{starts, "commandLine"},
		{starts, "ProcessBuilder *.exec Process.Start ProcessStartInfo Command.new Process.run Process.runSync run system system2 System.cmd System.shell shell-command callCommand callProcess"},
		{starts, "call-process execShellCmd execCmd startProcess shell sh"},
		{executes, "*.executeUpdate *.executeQuery *.execute NpgsqlCommand SqlCommand SqliteCommand MySqlCommand dbExecute dbSendQuery dbSendStatement"},
		{executes, "*.ExecuteSqlRaw *.ExecuteSqlRawAsync *.prepareStatement sqlx.query Repo.query Repo.query! DBInterface.execute"},
	},
}

// pathMethods has what the methods of pathlib.Path do with the file that their owner is.
var pathMethods = map[string]action{
	"write_text": writes, "write_bytes": writes, "read_text": reads, "read_bytes": reads, "unlink": deletes, "open": opens, "rename": moves, "replace": moves,
}

// action returns what the function called at token i does, 0 if that is not known.
func (r *codeReader) action(name string, i int) action {
	if from := r.renamed[name]; from != "" && !r.isSign(i-1, ".") {
		name = from
	}
	key := name
	if owner := r.owner(name, i); owner != "" {
		key = owner + "." + name
	}
	does := r.lang.does(key, name)
	if alone := !r.isSign(i-1, "."); alone && r.passes[name] {
		return starts
	} else if alone && does == removesTree && r.fs { // import { rm } from "fs/promises"
		return removes
	}
	return does
}

// does returns what the function does whose name with its owner is key, and alone is name.
func (l language) does(key, name string) action {
	for _, row := range codeCalls[l] {
		if has(row.names, key) || has(row.names, "*."+name) {
			return row.does
		}
	}
	return 0
}

// owner returns the module or class of the function that is called at token i, by its own name: that of require("fs"),
// __import__("os") and "import os as o". It is "" for a function alone, and for a local name of Python's that was imported
// the module.
func (r *codeReader) owner(name string, i int) string {
	switch {
	case !r.isSign(i-1, "."):
		return r.modules[r.toks[i].text]
	case i < 2:
		return ""
	case r.isSign(i-2, ")") && i > 2:
		return r.toks[i-3].text
	}
	owner := r.toks[i-2].text
	if from, ok := r.modules[owner]; ok {
		return from
	}
	return owner
}
