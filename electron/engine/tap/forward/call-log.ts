// Events of one call, for the thread that records it.

import type { BatchSender } from './batch-sender.ts'
import type { Answered, PassEnd, PassedCard, TapRequest } from './messages.ts'

export interface ProxyCallLog {
  request(request: TapRequest, body: readonly Buffer[]): void
  head(head: Answered): void
  body(bytes: readonly Buffer[]): void
  note(text: string): void
  card(card: PassedCard): void
  over(end: PassEnd): void
}

export function createProxyCallLog(batchSender: BatchSender, tap: number, pass: number): ProxyCallLog {
  const source = { tap, pass }
  return {
    request: (request, body) =>
      batchSender.add({ ...source, kind: 'asked', asked: request, sizeBytes: sizeOf(body) }, body),
    head: (head) => batchSender.add({ ...source, kind: 'head', head }),
    body: (bytes) => batchSender.add({ ...source, kind: 'bytes', sizeBytes: sizeOf(bytes) }, bytes),
    note: (text) => batchSender.add({ ...source, kind: 'note', text }),
    card: (card) => batchSender.add({ ...source, kind: 'card', card }),
    over: (end) => batchSender.add({ ...source, ...end }),
  }
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
