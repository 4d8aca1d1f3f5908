import { randomUUID } from 'node:crypto';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { UntypedGateway } from '../contracts/gateway.js';
import { instructions } from './instructions.js';
import { toolDefinitions } from './tool-definitions.generated.js';

export interface ServerOptions {
  readonly version: string;
  /** Opens the gateway at the first call of it, and gives the same one ever after. */
  readonly gateway: () => Promise<UntypedGateway>;
}

const catalogResource = {
  uri: 'operation://catalog',
  name: 'catalog',
  title: 'Catalog of operations',
  description: 'Every operation with its schemas and examples: the exact bulk export, the same on every machine.',
  mimeType: 'application/json',
};

/** Resources have a code of their own in MCP. */
const resourceNotFound = -32002;

/**
 * The MCP server over any transport. tools/list is answered from generated data; everything that costs time to load
 * comes with the first call, or just after the list was asked for.
 */
// The SDK recommends its high-level class, which cannot declare our output schemas and answers mistakes in plain text.
// eslint-disable-next-line @typescript-eslint/no-deprecated
export function createMcpServer({ version, gateway }: ServerOptions): Server {
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const server = new Server(
    { name: 'jacobian-gateway', title: 'Jacobian gateway', version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions,
      // Serves elicitation alone, which is never asked for; the SDK's default loads a JSON Schema compiler.
      jsonSchemaValidator: {
        getValidator: () => {
          throw new Error('this server asks for no input');
        },
      },
    },
  );
  const client = randomUUID();
  const warmUp = once(() => setTimeout(() => void prepare(gateway), 5).unref());

  server.setRequestHandler(ListToolsRequestSchema, () => {
    warmUp();
    return { tools: [...toolDefinitions] };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    if (!toolDefinitions.some(({ name }) => name === params.name)) {
      throw new McpError(ErrorCode.InvalidParams, 'This server has the tools math.find and math.run.');
    }
    const { callTool } = await import('./call-tool.js');
    return callTool(params.name, params.arguments ?? {}, gateway, { ...extra, client });
  });
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [catalogResource] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    if (params.uri !== catalogResource.uri) {
      throw new McpError(resourceNotFound, 'This server has the resource operation://catalog.');
    }
    const { uri, mimeType } = catalogResource;
    return { contents: [{ uri, mimeType, text: (await gateway()).exportCatalog() }] };
  });
  return server;
}

/** What the first call would otherwise wait for. A failure shows at that call. */
async function prepare(gateway: () => Promise<UntypedGateway>): Promise<void> {
  try {
    const [opened] = await Promise.all([gateway(), import('./call-tool.js')]);
    opened.exportCatalog();
  } catch {
    // The call reports it.
  }
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
