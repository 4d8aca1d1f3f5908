import { z } from 'zod';

const mebibyte = 1024 * 1024;

/** Timers wait no longer than this, about 24 days: for more they go off at once. */
const longestMs = 2_147_483_647;
const milliseconds = z.int().min(1).max(longestMs);

const transportName = z.enum(['auto', 'subprocess', 'container', 'embedded']);

const backendSettings = z.strictObject({
  /** Executable to use instead of looking for one. */
  path: z.string().min(1).optional(),
  /** Name of the image to use instead of looking for one, `mine:1`; without a tag, `latest`. Its engine lies where it does in ours. */
  image: z.string().min(1).optional(),
  transport: transportName.optional(),
  enabled: z.boolean().default(true),
  /** Sessions of this backend that may live at once. */
  sessions: z.int().min(1).max(64).optional(),
  /** Sessions that are kept ready from its first use on (or from the start: `warmUp`), never more than `sessions`. */
  readySessions: z.int().min(0).max(64).default(0),
});

/** Everything an operator can set. Every field has a default that is right on a workstation. */
export const settingsSchema = z.strictObject({
  /** Which transport to prefer, for all backends that do not say otherwise. */
  transport: transportName.default('auto'),
  backends: z.record(z.string(), backendSettings).default({}),
  /** `required` refuses to run an engine that cannot be isolated; `off` never isolates. */
  isolation: z.enum(['required', 'preferred', 'off']).default('preferred'),
  /** The Docker daemon: `unix:///run/user/1000/docker.sock`, `tcp://host:2376`. Null: as for the docker command. */
  dockerHost: z.string().min(1).nullable().default(null),
  /** The gateway's own folder of installed engines. Null: the user's data folder. */
  engineFolder: z.string().min(1).nullable().default(null),
  /** Backends (`lean`) or transports of one (`z3/embedded`) that are not looked for and never used. */
  hide: z.array(z.string()).default([]),
  /** Engines that work at once, over all backends. Null: the number of processors. */
  concurrency: z.int().min(1).max(256).nullable().default(null),
  /** Calls that may wait; the next one gets SERVER_BUSY. */
  queueLength: z.int().min(1).max(100_000).default(256),
  /** Longest wait in the queue, in ms. */
  queueWaitMs: milliseconds.default(120_000),
  /** No budget of a call may be above this. */
  budgetCeiling: z
    .strictObject({
      wall_ms: milliseconds.default(3_600_000),
      memory_mb: z.int().min(16).default(16_384),
      solver_steps: z.int().min(1).default(1_000_000_000),
    })
    .prefault({}),
  /** A warm session ends after this long without work, in ms. */
  sessionIdleMs: milliseconds.default(300_000),
  /** Backends of which a session is started when the gateway opens, instead of at their first use. */
  warmUp: z.array(z.string()).default([]),
  /**
   * Sessions that may live at once, over all backends; the one that has waited longest goes. Never fewer than
   * `concurrency`, whatever is set here: as many as may work at once always fit. Null: four times `concurrency`.
   */
  sessions: z.int().min(1).max(1024).nullable().default(null),
  /** A call granted more wall time than this, in ms, is background work: it waits behind those that are not. */
  interactiveWallMs: z.int().min(0).max(longestMs).default(60_000),
  /** What one request may use, beside its budget. */
  limits: z
    .strictObject({
      /** CPU time in ms. Null: the wall time, for as many processors as the backend declares. */
      cpu_ms: milliseconds.nullable().default(null),
      /** Processes and threads. Null: what the backend declares. */
      processes: z.int().min(1).nullable().default(null),
      /** Bytes on standard output; each line counts 16 more. At most 256 MiB: a text of V8 ends at 512. */
      outputBytes: z
        .int()
        .min(1024)
        .max(256 * mebibyte)
        .default(64 * mebibyte),
      /** Bytes of the largest file it may write. */
      fileBytes: z
        .int()
        .min(4096)
        .default(1024 * mebibyte),
      /** Bytes in its temporary folder. */
      temporaryBytes: z
        .int()
        .min(4096)
        .default(1024 * mebibyte),
    })
    .prefault({}),
  /** Bytes of one message over stdio. */
  stdioMessageBytes: z
    .int()
    .min(65_536)
    .default(8 * 1024 * 1024),
  logLevel: z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']).default('warn'),
});

export type Settings = z.output<typeof settingsSchema>;
export type SettingsInput = z.input<typeof settingsSchema>;
