# shellcheck shell=bash
# Sourced by the scripts that build and check the image.

# Prints an instruction's value in the last stage of the Dockerfile, without the brackets and quotes of
# a list.
image_setting() { sed -n "s/^$1 //p" deploy/image/Dockerfile | tail -n 1 | sed 's/[]["]//g'; }
