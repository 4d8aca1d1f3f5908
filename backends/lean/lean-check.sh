# What a session can do, in a private folder: check CheckedSource.lean, or audit CheckedSource.olean. Lines of Lean's own
# output are printed with a space before them. Code of a source runs with the rights of this shell and may find a
# way around that: what a check prints is a claim, and the audit, in a session that runs nothing of the source, counts.

# Runs Lean with the given arguments and tells its status.
run_lean() {
  exec 4>&1
  status=$({ { "$program" ${host:+"$host"} --json -M "$memory" "$@" </dev/null 3>&- 4>&-; echo $? >&3; } | sed 's/^/ /' >&4; } 3>&1)
  exec 4>&-
  # A last line without an end must not swallow ours.
  printf '\nstatus %s\n' "$status"
}

check() {
  echo check
  run_lean -o CheckedSource.olean CheckedSource.lean
  if [ "$status" != 0 ]; then return; fi
  for part in olean olean.server olean.private; do
    if [ -f "CheckedSource.$part" ]; then
      printf 'compiled %s ' "$part"
      base64 -w 0 "CheckedSource.$part"
      echo
    fi
  done
}

audit() {
  export LEAN_PATH="$PWD"
  for style in module plain; do
    echo "audit $style"
    run_lean "audit-$style.lean"
    if [ "$status" = 0 ]; then return; fi
  done
}

program=$LEAN_PROGRAM host=$LEAN_HOST memory=$LEAN_MEMORY
unset LEAN_PROGRAM LEAN_HOST LEAN_MEMORY LEAN_FOLDERS
case $task in check | audit) "$task" ;; esac
echo end
