/** A source that tries to get out, all at once: a real Lean takes half a minute for a check. */
export interface LeanTries {
  readonly source: string;
  /** Lines of the source, from 1, that must be told as errors. */
  readonly forbidden: readonly number[];
  /** The line that reads a file of the source's own, and its text: so tries are made, and would be told. */
  readonly allowed: { readonly line: number; readonly text: string };
}

/** Paths, paths, and places as `address/port`. Each try may be refused by Lean, by the build, or by the sandbox. */
export function leanTries(targets: Readonly<Record<'reads' | 'writes' | 'tcp', readonly string[]>>): LeanTries {
  const own = '/tmp/of-its-own';
  const text = 'text-of-its-own';
  const allowed = [`#eval IO.FS.writeFile "${own}" "${text}"`, `#eval IO.FS.readFile "${own}"`];
  const forbidden = [
    ...targets.reads.flatMap((path) => [
      `#eval IO.FS.readFile "${path}"`,
      `#eval include_str "${path}"`,
      run(`cat ${path}`),
    ]),
    ...targets.writes.flatMap((path) => [
      `#eval IO.FS.writeFile "${path}" "x"`,
      `#eval IO.FS.removeFile "${path}"`,
      run(`echo x > ${path}`),
    ]),
    ...targets.tcp.map((place) => run(`echo x > /dev/tcp/${place}`)),
    'theorem t : False := by decide',
  ];
  return {
    source: [...allowed, ...forbidden].join('\n'),
    forbidden: forbidden.map((_, index) => allowed.length + index + 1),
    allowed: { line: allowed.length, text },
  };
}

/** An error where the program fails. */
function run(script: string): string {
  const start = `IO.Process.output { cmd := "/bin/bash", args := #["-c", "${script}"] }`;
  return `#eval (do let o ← ${start}; if o.exitCode != 0 then throw (IO.userError o.stderr); return o.stdout : IO String)`;
}
