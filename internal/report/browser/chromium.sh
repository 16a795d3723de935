#!/bin/sh
# Says where Chromium is; installs the Debian package if it is missing and may be.
set -eu
found() {
	for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
		if [ -n "$name" ] && command -v "$name"; then
			return 0
		fi
	done
	return 1
}
if found; then
	exit 0
fi
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
	apt-get update >&2
	DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium fonts-liberation >&2
	found
	exit
fi
echo 'No Chromium: install it (Debian: apt-get install chromium), or name one in the variable CHROMIUM' >&2
exit 1
