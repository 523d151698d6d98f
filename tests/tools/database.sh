# shellcheck shell=bash
# Sourced by ./dev: a private PostgreSQL, which keeps jobs. Needs steps.sh and packages.sh.

# Everything that it writes. It is kept from one run to the next.
database_folder=build/jobs

# Prints the address of the database for programs that run in this folder. Its only socket is in the folder
# that only its owner and root can enter. The path does not depend on this folder's, because the names of
# sockets are limited to 107 bytes.
database_url() { printf 'postgresql:///postgres?user=postgres&host=/proc/self/cwd/%s/data' "$database_folder"; }

# Makes the database if there is none, and becomes exclusive: a second call fails until every process that
# this shell has started since has ended.
prepare_database() {
  local version user=postgres group=postgres
  ensure_packages postgresql
  mkdir -p "$database_folder"
  if [[ -d $database_folder/data ]]; then
    user=$(stat --format=%u "$database_folder/data")
    group=$(stat --format=%g "$database_folder/data")
    ((EUID == 0 || EUID == user)) ||
      die "$database_folder belongs to $(stat --format=%U "$database_folder/data"), who can start it; or delete it"
  fi
  exec {database_lock}>"$database_folder/lock"
  flock --nonblock "$database_lock" ||
    die "the database in $database_folder is in use: another ./dev of this checkout runs with it"
  if ((EUID == 0)); then
    # PostgreSQL refuses to run as root.
    as_database_owner=(setpriv --reuid="$user" --regid="$group" --clear-groups --pdeathsig INT)
  else
    as_database_owner=(setpriv --pdeathsig INT)
  fi
  if [[ ! -d $database_folder/data ]]; then
    make_database
    return
  fi
  version=$(<"$database_folder/data/PG_VERSION")
  database_programs=/usr/lib/postgresql/$version/bin
  [[ -x $database_programs/postgres ]] ||
    die "$database_folder was made by PostgreSQL $version, which is not installed; install the package \
postgresql-$version, or delete $database_folder with all its jobs"
}

# What an interrupted call has left is made again.
make_database() {
  local versions
  versions=(/usr/lib/postgresql/*/bin)
  mapfile -t versions < <(printf '%s\n' "${versions[@]}" | sort --version-sort)
  database_programs=${versions[-1]}
  [[ -x $database_programs/initdb ]] || die "PostgreSQL has no initdb in /usr/lib/postgresql"
  step "make a database in $database_folder"
  rm -rf -- "$database_folder/new"
  mkdir -m 700 "$database_folder/new"
  if ((EUID == 0)); then chown postgres:postgres "$database_folder/new"; fi
  (exec_for_database new initdb --data-checksums --username postgres --auth trust --encoding UTF8 --locale C) \
    >"$database_folder/log" 2>&1 || die_with_database_log "cannot make a database"
  mv -- "$database_folder/new" "$database_folder/data"
}

# exec_for_database NAME PROGRAM FLAGS...: becomes a program of PostgreSQL that works in this folder. It opens
# the folder before it changes the user, who may not be permitted to enter the folders above.
exec_for_database() {
  local folder
  exec {folder}<"$database_folder/$1"
  cd /
  exec "${as_database_owner[@]}" "$database_programs/$2" -D "/proc/self/fd/$folder" "${@:3}"
}

# Starts PostgreSQL in the background, with a process group of its own, and waits until it accepts
# connections. Sets `database`, its process id. It ends if this shell is killed. Its end by SIGINT is a
# clean one.
start_database() {
  set -m
  exec_for_database data postgres -k . -c listen_addresses= -c fsync=on >"$database_folder/log" 2>&1 &
  database=$!
  set +m
  until [[ -n ${stopped:-} ]] || "$database_programs/pg_isready" --quiet --dbname "$(database_url)"; do
    kill -0 "$database" 2>/dev/null || die_with_database_log "PostgreSQL has ended"
    sleep 0.1
  done
}

die_with_database_log() {
  tail -n 5 "$database_folder/log" | sed 's/^/    /' >&2
  die "$1; the log is $database_folder/log"
}
