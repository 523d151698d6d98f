# Completion of arbiter's command line for bash.

_arbiter() {
  local -a words=()
  local index word current part
  for ((index = 1; index <= COMP_CWORD; ++index)); do
    word=${COMP_WORDS[index]}
    # Bash splits words at = and :, which some arguments of arbiter contain.
    if ((${#words[@]})) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  current=${words[-1]}
  # Bash replaces only the part after the last = or :.
  part=${current##*[=:]}

  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    if [[ $word == :file ]]; then
      compopt -o filenames
      mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$part")
    else
      COMPREPLY+=("${word#"${current%"$part"}"}")
    fi
  done < <("${COMP_WORDS[0]/#\~\//$HOME/}" __complete "${words[@]}" 2>/dev/null)
  if [[ ${COMPREPLY[0]-} == *= ]]; then compopt -o nospace; fi
}

complete -F _arbiter arbiter
