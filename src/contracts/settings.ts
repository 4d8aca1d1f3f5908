import { z } from 'zod';

const transportName = z.enum(['auto', 'subprocess', 'container', 'embedded']);

const backendSettings = z.strictObject({
  /** Executable to use instead of looking for one. */
  path: z.string().min(1).optional(),
  transport: transportName.optional(),
  enabled: z.boolean().default(true),
  /** Sessions of this backend that may live at once. */
  sessions: z.int().min(1).max(64).optional(),
});

/** Everything an operator can set. Every field has a default that is right on a workstation. */
export const settingsSchema = z.strictObject({
  /** Which transport to prefer, for all backends that do not say otherwise. */
  transport: transportName.default('auto'),
  backends: z.record(z.string(), backendSettings).default({}),
  /** `required` refuses to run an engine that cannot be isolated; `off` never isolates. */
  isolation: z.enum(['required', 'preferred', 'off']).default('preferred'),
  /** The gateway's own folder of installed engines. Null: the user's data folder. */
  engineFolder: z.string().min(1).nullable().default(null),
  /** Backends (`lean`) or transports of one (`z3/embedded`) that are not looked for and never used. */
  hide: z.array(z.string()).default([]),
  /** Engines that work at once, over all backends. Null: the number of processors. */
  concurrency: z.int().min(1).max(256).nullable().default(null),
  /** Calls that may wait; the next one gets SERVER_BUSY. */
  queueLength: z.int().min(1).max(100_000).default(256),
  /** Longest wait in the queue, in ms. */
  queueWaitMs: z.int().min(1).default(120_000),
  /** No budget of a call may be above this. */
  budgetCeiling: z
    .strictObject({
      wall_ms: z.int().min(1).default(3_600_000),
      memory_mb: z.int().min(16).default(16_384),
      solver_steps: z.int().min(1).default(1_000_000_000),
    })
    .prefault({}),
  /** A warm session ends after this long without work, in ms. */
  sessionIdleMs: z.int().min(1).default(300_000),
  /** Bytes of output that one request may make an engine write. */
  engineOutputBytes: z
    .int()
    .min(1024)
    .default(512 * 1024 * 1024),
  /** Bytes of one message over stdio. */
  stdioMessageBytes: z
    .int()
    .min(65_536)
    .default(8 * 1024 * 1024),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;
