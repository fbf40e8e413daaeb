// A coding agent that is attached to a window's engine: the same tools, with its calls shown in the window.

import type { Duplex } from 'node:stream'
import type { Attachment } from '#engine/coding-agents.ts'
import type { Engine } from '#engine/engine.ts'

interface Spoken {
  readonly engine: Engine
  readonly version: string
  log(line: string): void
}

/** MCP is loaded when the first coding agent attaches. */
export function speakTo({ engine, version, log }: Spoken) {
  return async (stream: Duplex, attachment: Attachment, closing: AbortSignal): Promise<void> => {
    const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
    const { mcpContext, serveOver } = await import('./serve-mcp.ts')
    const { isAsking: isConfirming } = engine.redirects
    const context = { ...mcpContext(engine, closing), attachment: { ...attachment, isConfirming } }
    serveOver({ version, context, log }, new StdioServerTransport(stream, stream))
  }
}
