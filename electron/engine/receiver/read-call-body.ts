import type { IncomingMessage } from 'node:http'
import type { RawHeaders } from '#shared/record/entry.ts'
import { guarded } from '../platform/guarded.ts'

export interface HookCall {
  readonly method: string
  /** The request target with its query. */
  readonly url: string
  readonly headers: RawHeaders
  readonly remoteAddress: string
  readonly body: Buffer
  /** Larger than the body where that was cut. */
  readonly seenBytes: number
  readonly outcome: 'whole' | 'too-large' | 'no-room' | 'broken-off'
  readonly at: number
  readonly monoMs: number
}

type Read = Pick<HookCall, 'body' | 'seenBytes' | 'outcome'>

/** Never rejects: an incomplete body is returned, too. `memory` counts the bytes of all calls in progress. */
export function readCallBody(
  request: IncomingMessage,
  maxBytes: number,
  memory: { bytes: number },
  maxMemory: number,
): Promise<Read> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let heldBytes = 0
    let settled = false
    const done = (outcome: Read['outcome'], seenBytes = heldBytes) => {
      if (settled) return
      settled = true
      request.off('data', take)
      memory.bytes -= heldBytes
      resolve({ body: Buffer.concat(chunks), seenBytes, outcome })
    }
    const breakOff = () => done('broken-off')
    const read = (chunk: Buffer) => {
      if (heldBytes + chunk.length > maxBytes) {
        request.pause()
        done('too-large', heldBytes + chunk.length)
        return
      }
      if (memory.bytes + chunk.length > maxMemory) {
        request.pause()
        done('no-room', heldBytes + chunk.length)
        return
      }
      heldBytes += chunk.length
      memory.bytes += chunk.length
      chunks.push(chunk)
    }
    const take = guarded('webhook body', read, breakOff)
    request.on('data', take)
    request.once(
      'end',
      guarded('webhook body end', () => done('whole'), breakOff),
    )
    request.once('error', guarded('webhook body error', breakOff))
    request.once('close', guarded('webhook body close', breakOff))
  })
}
