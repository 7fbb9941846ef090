#!/bin/bash
# A double click on a Mac (or ./serve.command on Linux): makes the environment, starts the companion and opens
# its page. A Mac's bash is 3.2.
cd "$(dirname "$0")" || exit 1
page=https://www.python.org/downloads/macos/
if [ ! -e .venv/serve.stamp ]; then
  echo "The first start takes a minute or two, and needs the internet this once."
fi
if ! .ci/environment serve; then
  echo
  echo "If Python is missing: get it from $page"
  echo "Open the file that was loaded, go through its windows, then double-click serve.command again."
  [ "$(uname)" != Darwin ] || open "$page"
  read -r -p "Return closes this window. "
  exit 1
fi
echo "If the Mac asks whether Python may accept connections: allow it. Leave the lid open while you play."
exec .venv/bin/companion serve --open "$@"
