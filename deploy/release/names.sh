# shellcheck shell=bash disable=SC2034 # for the scripts that source this
# Sourced by the scripts that make and check the files of a release: sets `version`, the folder `dist` and the
# time in the files.

version=$(sed -n 's/^project(arbiter VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
dist=build/dist
# Files carry the time of the last commit instead of the time at which they are made. All files of the source
# archive have that time.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat --format %Y CMakeLists.txt)}
export SOURCE_DATE_EPOCH
# The beginning of a command that makes the same archive from the same files, whoever owns them.
tar_same=(tar --create --sort name --owner 0 --group 0 --numeric-owner --mtime "@$SOURCE_DATE_EPOCH")

# pack FOLDER FILE: makes the archive FILE, a .tar.gz, of the folder, whose name is part of the paths.
pack() {
  "${tar_same[@]}" --mode go-w,a+rX --directory "$(dirname -- "$1")" "$(basename -- "$1")" |
    gzip -9n >"$2"
}

# Prints an instruction's value in the last stage of the image's Dockerfile, without the brackets and quotes of
# a list.
image_setting() { sed -n "s/^$1 //p" deploy/image/Dockerfile | tail -n 1 | sed 's/[]["]//g'; }

# export_tree FOLDER [PATH...]: copies the files of the working copy that git does not ignore.
export_tree() {
  mkdir -p "$1"
  git archive "$(working_tree)" "${@:2}" | tar --extract --directory "$1"
}
