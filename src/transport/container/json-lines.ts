/** Reads the lines of JSON that a daemon sends, to their end. Rejects where the stream breaks. */
export async function readJsonLines(stream: NodeJS.ReadableStream, onLine: (value: unknown) => void): Promise<void> {
  let rest = '';
  const take = (line: string) => {
    if (line.trim() !== '') onLine(JSON.parse(line));
  };
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  take(rest);
}
