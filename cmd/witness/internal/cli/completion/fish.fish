# Completion of witness for fish: put it into ~/.config/fish/completions/witness.fish
function __witness_complete
    set -l before (commandline -opc)
    set -l found (witness complete --word=(commandline -ct | string collect --allow-empty) -- $before[2..] 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c witness -f -a '(__witness_complete)'
