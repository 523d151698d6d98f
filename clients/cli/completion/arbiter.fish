# Completion of arbiter's command line for fish.

function __arbiter_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    # The quotes preserve an empty word, which is also an argument.
    $before[1] __complete $before[2..-1] "$current" 2>/dev/null
end

function __arbiter_wants_file
    contains -- :file (__arbiter_complete)
end

complete -c arbiter -f -a '(__arbiter_complete | string match -v :file)'
complete -c arbiter -n __arbiter_wants_file -F
