/** A line that was read, or one that was too long: then only the id of the request it held, if that could be seen. */
export type Line = { readonly text: string } | { readonly id: string | number | null };

const newline = 0x0a;
/** How much of a too long line is kept from each end to look for the id. */
const keptBytes = 4096;

/** Splits chunks into lines. A line beyond the limit is skipped up to its end and takes no memory. */
export function lineReader(maximumBytes: number, onLine: (line: Line) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  let tooLong: { readonly head: Buffer; tail: Buffer } | null = null;

  const take = (piece: Buffer) => {
    if (tooLong !== null) {
      tooLong.tail = Buffer.from(Buffer.concat([tooLong.tail, piece.subarray(-keptBytes)]).subarray(-keptBytes));
      return;
    }
    parts.push(piece);
    length += piece.length;
    if (length <= maximumBytes) return;
    const all = Buffer.concat(parts);
    tooLong = { head: Buffer.from(all.subarray(0, keptBytes)), tail: Buffer.from(all.subarray(-keptBytes)) };
    parts = [];
  };
  const end = () => {
    const line: Line =
      tooLong === null
        ? { text: Buffer.concat(parts).toString('utf8') }
        : { id: requestId(tooLong.head.toString('utf8'), tooLong.tail.toString('utf8')) };
    parts = [];
    length = 0;
    tooLong = null;
    onLine(line);
  };

  return (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
      take(chunk.subarray(start, at));
      end();
      start = at + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  };
}

const id = String.raw`"id"\s*:\s*(-?[0-9]{1,16}|"(?:[^"\\]|\\.){0,256}")`;
const simple = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,128}"\s*,\s*`;
/** The id before the parameters, or as the very last member, after which only the message's own brace follows. */
const idFirst = new RegExp(String.raw`^\s*\{\s*(?:${simple}){0,2}${id}\s*[,}]`);
const idLast = new RegExp(String.raw`[,{]\s*${id}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** The id of a request of which only both ends are known; null where it does not stand there. */
export function requestId(head: string, tail: string): string | number | null {
  const found = idFirst.exec(head)?.[1] ?? idLast.exec(tail)?.[1];
  return found === undefined ? null : (JSON.parse(found) as string | number);
}
