import { z } from 'zod';
import { EngineError, ReplyError, type Program, type Reply } from '../../src/contracts/adapter.js';
import { readAudit, type AuditedDeclaration } from './audit.js';

export type { AuditedDeclaration } from './audit.js';

/** One message of Lean. Lines from 1, columns from 0 in code points, as Lean counts them. */
export interface LeanMessage {
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number } | null;
}

export interface CheckReply {
  /** In the order of their positions. */
  readonly messages: readonly LeanMessage[];
  /** Lean ended well, but before the end of the source: nothing was written. */
  readonly unfinished: boolean;
  /** Null where the source was not accepted. */
  readonly audit: {
    readonly declarations: readonly AuditedDeclaration[];
    /** Whether axioms were also looked for in the proofs of the library. */
    readonly complete: boolean;
  } | null;
}

/** A check of one source file. */
export function checkProgram(source: string): Program {
  return { text: source };
}

/**
 * Reads a whole check: the run over the source and, where that went well, the audits, the last of which counts. Throws
 * EngineError where Lean itself failed.
 */
export function readCheck(reply: Reply): CheckReply {
  const [check, ...audits] = readRuns(reply.text);
  if (check === undefined) throw new ReplyError('there is no check in the reply');
  const messages = check.output
    .flatMap(readMessage)
    .sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
  const failed = messages.some(({ severity }) => severity === 'error');
  // 1 is the status of a source with errors; any other one is the end of Lean itself.
  if (check.status !== (failed ? 1 : 0)) throw new EngineError(lastWords(reply, check));
  if (failed || check.unfinished) return { messages, unfinished: check.unfinished, audit: null };
  const audit = audits.at(-1);
  if (audit?.status !== 0) throw new EngineError(noAudit);
  const told = audit.output.flatMap(readMessage).filter(({ message }) => message.startsWith(auditWord));
  if (told.length !== 1) throw new ReplyError('the list of axioms is not there');
  const declarations = readAudit((told[0]?.message ?? '').slice(auditWord.length).replace(/\n+$/, ''));
  return {
    messages,
    unfinished: false,
    audit: { declarations, complete: declarations.every((declaration) => declaration.complete) },
  };
}

const auditWord = 'axioms ';
/** A source can end Lean by itself and leave anything in its place. */
const noAudit = 'The axioms could not be listed, so the source is not called elaborated: does it end Lean by itself?';

interface Run {
  readonly name: string;
  /** Its lines that may be messages in JSON; builds print others too. */
  readonly output: string[];
  status: number | null;
  unfinished: boolean;
}

function readRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (const line of text.split('\n')) {
    const run = runs.at(-1);
    const status = /^status (\d+)$/.exec(line)?.[1];
    if (line.startsWith(' ')) {
      if (line.startsWith(' {')) run?.output.push(line.slice(1));
    } else if (line === '') continue;
    else if (/^(?:check|audit module|audit plain)$/.test(line)) {
      runs.push({ name: line, output: [], status: null, unfinished: false });
    } else if (run !== undefined && status !== undefined) run.status = Number(status);
    else if (run !== undefined && line === 'unfinished') run.unfinished = true;
    else throw new ReplyError('a line that is not of the protocol');
  }
  return runs;
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
function lastWords({ stderr }: Reply, { status }: Run): string {
  const said = stderr.trim().split('\n').slice(-3).join(' ');
  return said === '' ? `Lean ended with status ${String(status)}` : said;
}
