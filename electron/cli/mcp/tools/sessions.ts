import { extname } from 'node:path'
import { z } from 'zod'
import { maxPieceBytes } from '#shared/bounded.ts'
import { type McpContext, ofSession, sessionOr, tool } from '../tool.ts'

export const exportSessionTool = tool({
  name: 'export_session',
  title: 'Export a session',
  description:
    'Writes what was recorded to a file for this user alone, secrets masked: "parley" opens in Parley, "html" in a browser, "har" in network tools, "ndjson" in scripts.',
  input: z.object({
    ...ofSession,
    format: z.enum(['parley', 'html', 'har', 'ndjson']).default('parley'),
  }),
  isReadOnly: true,
  async run({ sessionId, format }, context) {
    const { client, files, signal, progress } = context
    const recorded = await sessionOr(client, sessionId)
    const steps = await client.sessionFiles.exporting(
      { sessionId: recorded, selection: { of: 'session' }, format },
      { signal },
    )
    for await (const step of steps) {
      if (step.kind === 'progress') progress('writing the file', step.done, step.total)
      else {
        // The offered name contains an agent's words.
        const name = `session-${recorded}${extname(step.fileName)}`
        const path = await files.write(name, piecesOf(context, step.exportId, step.sizeBytes))
        await client.sessionFiles.dropExport({ exportId: step.exportId })
        return { texts: [`sessionId: ${recorded}`, `file: ${path}`, `${step.sizeBytes} bytes`] }
      }
    }
    return { texts: ['The export ended without a file.'] }
  },
})

async function* piecesOf(
  { client }: McpContext,
  exportId: string,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < sizeBytes; offset += maxPieceBytes) {
    const { base64 } = await client.sessionFiles.readExport({ exportId, offset, length: maxPieceBytes })
    yield Buffer.from(base64, 'base64')
  }
}
