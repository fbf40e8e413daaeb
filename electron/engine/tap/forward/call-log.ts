// What is said of one call to whom records it.

import type { HandOver } from './batch-sender.ts'
import type { Answered, Asked, PassEnd, PassedCard } from './messages.ts'

export interface PassLog {
  asked(asked: Asked, body: readonly Buffer[]): void
  head(head: Answered): void
  body(bytes: readonly Buffer[]): void
  note(text: string): void
  /** What passes is a card. */
  card(card: PassedCard): void
  over(end: PassEnd): void
}

export function createPassLog(handOver: HandOver, tap: number, pass: number): PassLog {
  const of = { tap, pass }
  return {
    asked: (asked, body) => handOver.add({ ...of, kind: 'asked', asked, sizeBytes: sizeOf(body) }, body),
    head: (head) => handOver.add({ ...of, kind: 'head', head }),
    body: (bytes) => handOver.add({ ...of, kind: 'bytes', sizeBytes: sizeOf(bytes) }, bytes),
    note: (text) => handOver.add({ ...of, kind: 'note', text }),
    card: (card) => handOver.add({ ...of, kind: 'card', card }),
    over: (end) => handOver.add({ ...of, ...end }),
  }
}

function sizeOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
