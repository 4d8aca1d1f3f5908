/** Prints the definitions of the MCP tools from the wire contract, so that the server need not make them at its start. */
import { z } from 'zod';
import { findAnswerSchemas, runAnswerSchema } from '../src/contracts/wire-answers.js';
import { findArgumentsSchema, runArgumentsSchema } from '../src/contracts/wire.js';

type JsonSchema = Record<string, unknown>;

/** Path and text of each generated file. */
export function generatedToolFiles(): Map<string, string> {
  return new Map([
    [
      'src/mcp/tool-definitions.generated.ts',
      [
        '// Written by `npm run generate` from src/contracts/wire*.ts. Do not edit.',
        '',
        "import type { Tool } from '@modelcontextprotocol/sdk/types.js';",
        '',
        `export const toolDefinitions: readonly Tool[] = ${JSON.stringify(toolDefinitions(), null, 2)};`,
        '',
      ].join('\n'),
    ],
  ]);
}

export function toolDefinitions() {
  return [
    {
      name: 'math.find',
      title: 'Find a mathematical operation',
      description:
        'Search exact mathematical operations (query), inspect one (operation_id: schemas, examples, engines available here), or browse the catalog (neither). Reads only.',
      inputSchema: input(findArgumentsSchema),
      outputSchema: {
        type: 'object',
        // Some clients lose the whole list of tools where the root has no type.
        oneOf: findAnswerSchemas.map(output),
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    {
      name: 'math.run',
      title: 'Run a mathematical operation',
      description:
        'Computes one operation exactly on a real engine. Find the operation_id and its payload with math.find first. UNKNOWN and errors are never mathematical conclusions.',
      inputSchema: input(runArgumentsSchema),
      outputSchema: output(runAnswerSchema),
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
  ];
}

function input(schema: z.ZodType): JsonSchema {
  return clean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function output(schema: z.ZodType): JsonSchema {
  return clean(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));
}

/** Without the dialect, which is MCP's default, and the bounds of every safe integer. */
function clean(value: unknown): JsonSchema {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === '$schema' || (typeof inner === 'number' && Math.abs(inner) === Number.MAX_SAFE_INTEGER)
        ? undefined
        : inner,
    ),
  ) as JsonSchema;
}
