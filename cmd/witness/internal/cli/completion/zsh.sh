#compdef witness
# Completion of witness for zsh: source it after compinit, or put it as _witness into a
# folder of $fpath.
_witness() {
  local -a lines names
  lines=("${(@f)$(witness complete --word="${words[CURRENT]}" -- "${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
  lines=("${(@)lines:#}")
  if (( $#lines )); then
    names=("${(@)lines%%$'\t'*}")
    lines=("${(@)lines/$'\t'/  }")
    compadd -l -d lines -a names
  else
    _files
  fi
}
if [ "${funcstack[1]}" = _witness ]; then _witness "$@"; else compdef _witness witness; fi
