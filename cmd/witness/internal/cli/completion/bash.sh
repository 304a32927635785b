# Completion of witness for bash: source it, or put it into
# ~/.local/share/bash-completion/completions/witness
_witness() {
  local word=${COMP_WORDS[COMP_CWORD]} IFS=$'\n'
  [ "$word" = = ] && word=
  COMPREPLY=($(witness complete --word="$word" -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null | cut -f1))
}
complete -o default -F _witness witness
