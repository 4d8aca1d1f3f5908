import { Buffer } from 'node:buffer';
import { z } from 'zod';
import { EngineCrashed, EngineError, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import { readDeclarations, readName, type AuditedDeclaration } from './audit.js';

export type { AuditedDeclaration } from './audit.js';

/** One message of Lean. Lines from 1, columns from 0 in code points, as Lean counts them. */
export interface LeanMessage {
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number } | null;
}

/** What a run over the source claims; code of the source may have had a hand in it. */
export interface CheckReply {
  /** In the order of their positions. */
  readonly messages: readonly LeanMessage[];
  /** Lean ended well, but before the end of the source: nothing was written. */
  readonly unfinished: boolean;
  /** The parts of the compiled source. Null where it was not accepted. */
  readonly compiled: readonly CompiledPart[] | null;
}

export interface CompiledPart {
  /** What stands after the first dot of its name. */
  readonly extension: 'olean' | 'olean.server' | 'olean.private';
  readonly base64: string;
}

/** What the kernel says of a compiled source, in a session that runs nothing of it. */
export type AuditReply =
  | {
      readonly kind: 'accepted';
      readonly declarations: readonly AuditedDeclaration[];
      /** Whether axioms were also looked for in the proofs of the library. */
      readonly complete: boolean;
    }
  /** The name is empty where the release does not tell it. */
  | { readonly kind: 'refused'; readonly declaration: string };

/** A check of one source file. */
export function checkProgram(source: string): Program {
  return { text: `${sendFile('CheckedSource.lean', encode(source))}run check\n` };
}

/** An audit of what a check has compiled. */
export function auditProgram(compiled: readonly CompiledPart[]): Program {
  const files = compiled.map(({ extension, base64 }) => sendFile(`CheckedSource.${extension}`, base64));
  return { text: `${files.join('')}run audit\n` };
}

/** A file as a session receives it. The name is ours. */
export function sendFile(name: string, base64: string): string {
  return `file ${name} ${String(base64.length)}\n${base64}`;
}

export function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}

/** Reads the run over the source. Throws EngineError or EngineCrashed where Lean itself failed. */
export function readCheck(reply: Reply): CheckReply {
  const [check, ...others] = readRuns(reply.text);
  if (check?.name !== 'check' || others.length > 0) throw new ReplyError('there is no check in the reply');
  const messages = check.output
    .flatMap(readMessage)
    .sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
  const failed = messages.some(({ severity }) => severity === 'error');
  // 1 is the status of a source with errors; any other one is the end of Lean itself.
  if (check.status !== (failed ? 1 : 0)) throw endOfLean(reply, check);
  if (failed) return { messages, unfinished: false, compiled: null };
  const isWhole = check.compiled.some(({ extension }) => extension === 'olean');
  return { messages, unfinished: !isWhole, compiled: isWhole ? check.compiled : null };
}

/** Reads the audit; of several the last one counts. */
export function readAudit(reply: Reply): AuditReply {
  const audit = readRuns(reply.text).at(-1);
  if (audit === undefined || audit.name === 'check') throw new ReplyError('there is no audit in the reply');
  if (audit.status !== 0) throw endOfLean(reply, audit);
  const told = audit.output.flatMap(readMessage).map(({ message }) => /^(axioms|refused)(?: (.*))?$/s.exec(message));
  const [found, ...more] = told.filter((match) => match !== null);
  if (found === undefined || more.length > 0) throw new ReplyError('the list of axioms is not there');
  const [, kind, text = ''] = found;
  const written = text.replace(/\n+$/, '');
  if (kind === 'refused') return { kind: 'refused', declaration: readName(written) };
  const declarations = readDeclarations(written);
  return { kind: 'accepted', declarations, complete: declarations.every((declaration) => declaration.complete) };
}

interface Run {
  readonly name: string;
  /** Its lines that may be messages in JSON; builds print others too. */
  readonly output: string[];
  readonly compiled: CompiledPart[];
  status: number | null;
}

function readRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const line of text.split('\n')) {
    const run = runs.at(-1);
    if (line.startsWith(' ')) {
      if (line.startsWith(' {')) run?.output.push(line.slice(1));
    } else if (line === '') continue;
    else if (/^(?:check|audit module|audit plain)$/.test(line)) {
      runs.push({ name: line, output: [], compiled: [], status: null });
    } else if (run === undefined || !readOwn(line, run)) throw new ReplyError('a line that is not of the protocol');
  }
  return runs;
}

/** A line of the session itself; false: it is none. */
function readOwn(line: string, run: Run): boolean {
  const status = /^status (\d{1,3})$/.exec(line)?.[1];
  if (status !== undefined) {
    run.status = Number(status);
    return true;
  }
  const [, extension, base64 = ''] =
    /^compiled (olean(?:\.server|\.private)?) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? [];
  if (extension === undefined || run.compiled.some((part) => part.extension === extension)) return false;
  run.compiled.push({ extension: extension as CompiledPart['extension'], base64 });
  return true;
}

const position = z.object({ line: z.int().min(1), column: z.int().min(0) });
const messageSchema = z.object({
  severity: z.enum(['error', 'warning', 'information']),
  data: z.string(),
  pos: position,
  endPos: position.nullish(),
});

/** A line may also be text that a source printed past Lean: the status tells whether an error was lost with it. */
function readMessage(line: string): LeanMessage[] {
  const parsed = messageSchema.safeParse(readJson(line));
  if (!parsed.success) return [];
  const { severity, data, pos, endPos } = parsed.data;
  return [{ severity, message: data, start: pos, end: endPos ?? null }];
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** What is known of a death: the end of standard error, which names memory where it was that. */
function endOfLean({ stderr }: Reply, { status }: Run): EngineError | EngineCrashed {
  const said = stderr.trim().split('\n').slice(-3).join(' ');
  // A shell tells a signal as 128 plus its number.
  if (status !== null && status > 128) return new EngineCrashed(`status ${String(status)}`, said);
  return new EngineError(said === '' ? `Lean ended with status ${String(status)}` : said);
}
