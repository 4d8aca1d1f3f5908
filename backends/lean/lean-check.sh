# One check, in a private folder that holds CheckedSource.lean and the audit files. Lines of Lean's own output are
# printed with a space before them, so that nothing a source prints can be taken for a line of ours.

# Runs Lean with the given arguments and tells its status.
run_lean() {
  exec 4>&1
  status=$({ { "$program" ${host:+"$host"} "$@" </dev/null 3>&- 4>&-; echo $? >&3; } | sed 's/^/ /' >&4; } 3>&1)
  exec 4>&-
  # A last line without an end must not swallow ours.
  printf '\nstatus %s\n' "$status"
}

check_source() {
  echo check
  run_lean --json -M "$memory" -o CheckedSource.olean CheckedSource.lean
  if [ "$status" != 0 ]; then return; fi
  if [ ! -f CheckedSource.olean ]; then echo unfinished; return; fi
  export LEAN_PATH="$PWD"
  for style in module plain; do
    echo "audit $style"
    run_lean --json "audit-$style.lean"
    if [ "$status" = 0 ]; then return; fi
  done
}

program=$LEAN_PROGRAM host=$LEAN_HOST memory=$LEAN_MEMORY
unset LEAN_PROGRAM LEAN_HOST LEAN_MEMORY LEAN_FOLDERS
check_source
echo end
