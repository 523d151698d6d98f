# shellcheck shell=bash
# Sourced by the shell scripts: finds free ports.

listens() { (: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Prints a port on which nothing listens.
free_port() {
  local port
  while port=$(shuf -i 20000-29999 -n 1) && listens "$port"; do :; done
  echo "$port"
}
