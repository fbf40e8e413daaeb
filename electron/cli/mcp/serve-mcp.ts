// The MCP server of one connection, over any transport.

import { type StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createRouterClient } from '@orpc/server'
import type { Engine } from '#engine/engine.ts'
import { createRouter } from '#engine/router.ts'
import { defined } from '#shared/defined.ts'
import { createServer, type Served } from './server.ts'
import { openOwnFiles } from './tool.ts'

/** Calls the engine through the contract, as a window does. */
export function mcpContext(engine: Engine, closing: AbortSignal): Served['context'] {
  return {
    client: createRouterClient(createRouter(engine)),
    mask: engine.mask,
    files: openOwnFiles(engine.host.capabilities.dataDir),
    closing,
  }
}

export function serveOver(served: Served, transport?: StdioServerTransport) {
  return serveStdio(() => createServer(served), {
    ...defined({ transport }),
    onerror: (error) => served.log(`MCP: ${error.message}`),
  })
}
