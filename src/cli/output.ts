/** Where a command writes, and what the terminal can show. */
export interface Output {
  /** Standard output: the answer. */
  write(text: string): void;
  /** Standard error: progress and complaints. */
  note(text: string): void;
  readonly color: boolean;
}

/** Colour only where a person looks: on a terminal that has not asked for none. */
export function terminalOutput(): Output {
  return {
    write: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
    color: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
  };
}

const codes = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const;
export type Style = keyof typeof codes;

export function styled(text: string, style: Style, color: boolean): string {
  return color && text !== '' ? `\u001b[${String(codes[style])}m${text}\u001b[0m` : text;
}

/** Columns as wide as their widest cell; the last one is not padded. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
