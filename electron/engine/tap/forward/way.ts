import type { RawHeaders } from '#shared/record/entry.ts'
import type { PassedCard } from './messages.ts'

/** Of an answer's body to the caller. */
export interface Way {
  /** Returns whether nobody keeps any of it. */
  write(raw: readonly Buffer[], read: readonly Buffer[]): boolean
  /** `done` when the caller is sent the last of it, with the card that it was. */
  finish(trailers: RawHeaders, done: (card?: PassedCard) => void): void
}
