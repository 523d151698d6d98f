#compdef arbiter
# Completion of arbiter's command line for zsh.

_arbiter() {
  local word description
  local -a whole begun
  while IFS=$'\t' read -r word description; do
    if [[ $word == :file ]]; then
      compset -P '--*='
      _files
    elif [[ $word == *= ]]; then
      begun+=("${word//:/\\:}${description:+:$description}")
    else
      whole+=("${word//:/\\:}${description:+:$description}")
    fi
  done < <("${~words[1]}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)
  (($#whole)) && _describe -V argument whole
  (($#begun)) && _describe -V argument begun -S ''
}

if [[ $funcstack[1] == _arbiter ]]; then
  _arbiter "$@"
else
  compdef _arbiter arbiter
fi
