import { pino, type Logger } from 'pino';

export type { Logger };

/** Structured logs on standard error: standard output belongs to MCP. Payloads and answers are never logged. */
export function createLog(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
