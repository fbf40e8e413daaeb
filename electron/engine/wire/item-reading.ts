import type { Finding } from '#shared/a2a/finding.ts'
import type { Update } from '#shared/a2a/model.ts'
import type { StreamEnd } from '#shared/a2a/rules/sequence/observation.ts'
import type { PieceForm } from '#shared/a2a/text-hole.ts'
import { maxInRun } from '#shared/bounded.ts'
import { messageOf } from '#shared/errors.ts'
import { maxInlineBodyBytes } from '#shared/record/entry.ts'
import { type Wrap, wrapOf } from '#shared/record/plain-frame.ts'
import type { CachedDecode, CachedRun } from '#shared/story/decode-cache.ts'
import type { ExchangeFacts } from '../store/record.ts'
import type { WireFailure } from './failure.ts'
import type { FramingFacts } from './framing-facts.ts'

/** The result of decoding an item: its task, and what was wrong with it. */
export interface ItemReading {
  readonly taskId?: string
  readonly exchangeFacts?: ExchangeFacts
  /** The decoded update of an event, and the decoded reply. */
  readonly update?: Update | undefined
  readonly answer?: CachedDecode
  readonly findings?: readonly Finding[]
}

export function readingOf(
  findings: readonly Finding[],
  taskId: string | undefined,
  update?: Update | undefined,
): ItemReading {
  if (findings.length === 0) return taskId === undefined ? { update } : { taskId, update }
  return taskId === undefined ? { findings, update } : { findings, taskId, update }
}

/** A bug of ours in decoding must not lose an entry. */
export function readSafely(read: () => ItemReading): ItemReading {
  try {
    return read()
  } catch (error) {
    return { findings: [ourMistake(error)] }
  }
}

function ourMistake(error: unknown): Finding {
  return {
    rule: 'parley-fault',
    severity: 'info',
    pointer: '',
    message: `Parley failed to read this item (${messageOf(error)}); it is recorded as it came.`,
    hint: 'This is a fault of Parley, not of the agent: please report it.',
    spec: { version: 'Parley', section: '' },
  }
}

/** Consecutive frames that continue one text. */
export interface Pieces {
  readonly count: number
  /** The text around the data of each frame. */
  readonly wrap: Wrap
  /** The common beginning and end of their data. */
  readonly before: string
  readonly after: string
  /** The varying text between, a line for each. */
  readonly texts: string
  readonly taskId?: string
  readonly cached: CachedRun
}

/** A stream that we ended does not show how the agent would have ended it. */
export function streamEndOf({ failure }: WireFailure): StreamEnd {
  return failure === 'aborted' || failure === 'idle-timeout' ? 'aborted' : 'failed'
}

export interface EndSeen {
  /** Of a text stream. */
  readonly framing?: FramingFacts | undefined
  readonly failure?: WireFailure
}

// Finds consecutive frames that continue one text, by the text around it.

/** Fewer are recorded as single entries, which the store packs into runs. */
export const fewestPieces = 4

// Of a frame in a run, so that its bytes surely fit into an entry; a longer one is a separate entry.
export const maxPieceChars = Math.floor(maxInlineBodyBytes / 3)

interface PiecesFound {
  readonly wrap: Wrap
  /** As escaped in the frames. */
  readonly insides: readonly string[]
  /** The same, unescaped. */
  readonly texts: readonly string[]
}

export function piecesIn(frames: readonly string[], from: number, form: PieceForm): PiecesFound {
  const wrap = wrapOf(frames[from] ?? '')
  const head = wrap.start + form.head
  const tail = form.tail + wrap.end
  const insides: string[] = []
  if (head.includes('\n') || form.tail.includes('\n')) return { wrap, insides, texts: [] }
  const texts: string[] = []
  const upTo = Math.min(frames.length, from + maxInRun)
  for (let index = from; index < upTo; index += 1) {
    const inside = between(frames[index] ?? '', head, tail)
    const text = inside === undefined ? undefined : form.textOf(inside)
    if (inside === undefined || text === undefined) break
    insides.push(inside)
    texts.push(text)
  }
  return { wrap, insides, texts }
}

/** Undefined for an empty text and for a frame that is too long for an entry, which take the slow path. */
function between(frame: string, head: string, tail: string): string | undefined {
  const length = frame.length - head.length - tail.length
  if (length < 1 || frame.length > maxPieceChars) return undefined
  // Comparing slices is many times as fast as `startsWith`.
  if (frame.slice(0, head.length) !== head || frame.slice(head.length + length) !== tail) return undefined
  return frame.slice(head.length, head.length + length)
}
