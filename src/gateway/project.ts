import type { RunOptions, RunResult } from '../contracts/gateway.js';
import type { AnyOperation } from '../contracts/operation.js';
import type { AnswerReport } from '../contracts/outcome.js';
import { digestJson } from './digest.js';
import type { Execution } from './execute.js';
import { providerDigest } from './provider-digest.js';
import type { Choice } from './select.js';

/** An output of the declared schema that satisfies its identities, and what the adapter knows of it. */
export interface Accepted {
  readonly output: unknown;
  readonly report: AnswerReport;
}

/** The whole answer of a call, as the library and MCP give it. */
export async function project(
  operation: AnyOperation,
  began: number,
  options: RunOptions,
  execution: Execution<Accepted>,
  choice: Choice | null,
): Promise<RunResult> {
  const { output, report } = execution.answer;
  const mode = options.mode ?? 'EXPLORE';
  const diagnostics = [...(report.diagnostics ?? [])];
  if (choice?.remark != null) diagnostics.push(choice.remark);
  const provider = choice === null ? null : await providerDigest(choice);
  const resultDigest = digestJson(output);
  return {
    operation_id: operation.id,
    operation_version: operation.version,
    mode,
    output,
    runtime_ms: performance.now() - began,
    execution: {
      status: 'COMPLETED',
      backend: choice?.backend.declaration.id ?? 'direct',
      backend_version: choice?.version ?? null,
      transport: choice?.location.transport ?? null,
      provider_digest: provider,
      queue_ms: execution.queue_ms,
      run_ms: execution.run_ms,
    },
    completeness: report.completeness ?? 'COMPLETE',
    qualifiers: [...(report.qualifiers ?? operation.qualifiers)],
    scope: report.scope ?? null,
    assurance: {
      level: 'COMPUTED',
      basis:
        choice === null
          ? 'computed by the gateway itself from the definition'
          : `computed by ${choice.backend.declaration.title} ${choice.version}; schema and defining identities checked`,
      checker: null,
      verification_record_uri: null,
    },
    obligations: [...(report.obligations ?? [])],
    relationships: [],
    artifact_uris: [],
    diagnostics,
    result_digest: resultDigest,
  };
}
