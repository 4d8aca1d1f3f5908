/** Phases of a call, in order. */
export const stages = [
  'operation_resolution',
  'operation_validation',
  'policy',
  'resource_admission',
  'execution_admission',
  'backend_execution',
  'result_projection',
] as const;

export type Stage = (typeof stages)[number];

/** A field that errors of a code carry beside `code`, `stage`, `message` and `hint`. */
export interface ErrorField {
  readonly name: string;
  /** What it holds, in words: type, unit, meaning. */
  readonly shape: string;
  /** In words, when it is there; null: always. */
  readonly when: string | null;
}

/** What one code means and what its errors carry. */
export interface ErrorKind {
  readonly meaning: string;
  /** The phases in which it may happen. */
  readonly stages: readonly Stage[];
  /** About carrying out a call, not about the request: a retry or a report needs `callFields`, which are then among `fields`. */
  readonly operational: boolean;
  readonly fields: readonly ErrorField[];
}

function always(name: string, shape: string): ErrorField {
  return { name, shape, when: null };
}

function sometimes(name: string, when: string, shape: string): ErrorField {
  return { name, shape, when };
}

/** What an operational error tells of its call. What was not known yet when it failed is null. */
export const callFields = [
  always('operation_id', 'string, or null: the operation that was called'),
  always('operation_version', 'semver, or null: the version of its contract'),
  always('payload_digest', 'string `sha256:<hex>` of the canonical payload, or null where it was not read'),
  always('budget', 'object `{wall_ms, memory_mb, solver_steps?}` that was granted, or null where none was yet'),
  always('elapsed_ms', 'integer: ms since the call began'),
  always('gateway_version', 'semver of this gateway'),
];

const problems = [
  always(
    'errors',
    'array of at most 64 `{location, code, message}`: keys and indices from the root, a word in snake_case, what to change',
  ),
  always('omitted_error_count', 'integer: how many more there are'),
];

/** The one table of error codes of math.run and math.find: docs/reference/errors.md is written from it. */
export const errorCodes = {
  UNKNOWN_OPERATION: {
    meaning: 'No operation has this id. The hint of a retired id names what replaces it.',
    stages: ['operation_resolution'],
    operational: false,
    fields: [],
  },
  INVALID_CURSOR: {
    meaning: 'The cursor is not one of ours, or belongs to another request.',
    stages: ['operation_resolution'],
    operational: false,
    fields: [],
  },
  INVALID_REQUEST: {
    meaning: 'The arguments or the payload are not of the declared form, or the engine refused the program in them.',
    stages: ['operation_validation'],
    operational: false,
    fields: problems,
  },
  RESOURCE_ADMISSION_REJECTED: {
    meaning: 'The payload or the budget is well-formed but outside the declared bounds.',
    stages: ['resource_admission'],
    operational: false,
    fields: problems,
  },
  CAPABILITY_POLICY_DENIED: {
    meaning: "The operator's policy hides the operation or the mode.",
    stages: ['policy'],
    operational: false,
    fields: [],
  },
  BACKEND_UNAVAILABLE: {
    meaning: 'No engine that the operation needs can be used here; the hint says what to do about the first choice.',
    stages: ['backend_execution'],
    operational: true,
    fields: [
      ...callFields,
      always('backend', 'string, or null: the first alternative'),
      always('required_version', 'semver range, or null: what the operation needs of it'),
      always('version', 'semver of what was found, or null'),
      always('status', 'MISSING, UNSUPPORTED, CHECK_FAILED, ISOLATION_UNAVAILABLE or DISABLED'),
      always('detail', 'string, or null: what was seen'),
      always(
        'tried',
        'array of every alternative: `{backend, transport, status, required_version, version, detail, hint}`',
      ),
    ],
  },
  OPERATION_TIMEOUT: {
    meaning: 'A deadline passed before the answer was delivered; the stage is the phase in which it did.',
    stages,
    operational: true,
    fields: [
      ...callFields,
      always(
        'timeout_owner',
        'operation_wall (the declared budget), caller_deadline (`budget.wall_ms`, or a timeout signal) or queue_wait',
      ),
      always('configured_ms', 'integer: what was allowed, in ms'),
    ],
  },
  OPERATION_CANCELLED: {
    meaning: 'The caller cancelled the call, or closed the gateway. An MCP client gets no answer to what it cancelled.',
    stages,
    operational: false,
    fields: [sometimes('elapsed_ms', 'where the call had begun', 'integer: ms since the call began')],
  },
  SERVER_BUSY: {
    meaning: 'Too many calls are waiting.',
    stages: ['execution_admission'],
    operational: true,
    fields: [
      ...callFields,
      always('retryable', 'true'),
      always('queue_length', 'integer: calls that wait'),
      always('queue_limit', 'integer: calls that may wait'),
      always('queue_wait_ms', 'integer: longest wait that is allowed, in ms'),
    ],
  },
  RESOURCE_EXHAUSTED: {
    meaning: 'A limit was reached: the engine used up a resource, or the answer does not fit into a message.',
    stages: ['backend_execution', 'result_projection'],
    operational: true,
    fields: [
      ...callFields,
      always('backend', 'string: the engine'),
      always('resource', 'memory, cpu, output, processes, file_size, disk or solver_steps'),
      always(
        'limit',
        'integer: MiB of memory, ms of cpu, bytes of output, number of processes, bytes of file_size, bytes of disk, number of solver_steps; null where the engine has a limit of its own',
      ),
    ],
  },
  BACKEND_FAILURE: {
    meaning: 'The engine crashed, failed, or answered what cannot be accepted.',
    stages: ['backend_execution', 'result_projection'],
    operational: true,
    fields: [
      ...callFields,
      always('backend', 'string: the engine'),
      always('classification', 'CRASHED, ENGINE_ERROR, PROTOCOL_ERROR or INVALID_OUTPUT'),
      always('evidence', "string: what was seen, at most 400 printable characters without this machine's paths"),
    ],
  },
  INTERNAL_ERROR: {
    meaning:
      'A fault of the gateway itself, or settings that cannot be used. The log has more under the correlation id.',
    stages,
    operational: true,
    fields: [...callFields, always('correlation_id', 'UUID: what the log calls this failure')],
  },
} as const satisfies Readonly<Record<string, ErrorKind>>;

export type ErrorCode = keyof typeof errorCodes;
