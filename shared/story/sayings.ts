// What an agent says while its task is at work. Many frameworks stream their answer so: as pieces, each message the next few
// words, or as one text that every message repeats and extends. Others tell what they are doing ("Searching…"). The first is
// assembled to a text, the second stays a note. Which it is shows at the seams: pieces of a text meet in the middle of a
// sentence, with the space between them on one side; notes are each complete.

import type { Message, Part } from '../a2a/model.ts'
import { createListBuilder, type List, type ListBuilder, values } from '../collections/list.ts'

export interface SaidPiece {
  /** The event that brought it. */
  readonly index: number
  readonly messageId: string
  readonly parts: readonly Part[]
}

export interface SayingView {
  /** The event that began it. */
  readonly index: number
  /** The last one that told of it, with or without more words. */
  readonly until: number
  readonly pieces: List<SaidPiece>
  /** To be read as part of an answer; else it is a note. */
  readonly isText: boolean
}

export interface Sayings {
  said(message: Message, index: number, came: Came): void
  /** What comes next is another text. */
  pause(): void
  list(): List<SayingView>
}

export interface Came {
  /** By the agent's own time. */
  readonly since?: number | undefined
  /** Something that was said after it came before. */
  readonly late?: boolean | undefined
  /** What was said before it may be missing. */
  readonly gap?: boolean | undefined
}

interface Saying {
  readonly place: number
  until: number
  pieces: ListBuilder<SaidPiece>
  /** The agent's times of the pieces, for one that comes late. */
  readonly since: (number | undefined)[]
  text: string
  seams: number
  firm: number
  isText: boolean
  lastId: string
  /** What was said under the last id. */
  ofLastId: string
}

export function createSayings(): Sayings {
  const views = createListBuilder<SayingView>()
  let open: Saying | undefined

  const show = ({ place, until, pieces, isText }: Saying) => {
    const index = pieces.at(0)?.index ?? 0
    const view = { index, until, pieces: pieces.freeze(), isText }
    if (place < views.length) views.set(place, view)
    else views.push(view)
  }
  const begin = (piece: SaidPiece, text: string, isText: boolean, since: number | undefined): Saying => {
    const pieces = createListBuilder<SaidPiece>()
    pieces.push(piece)
    const { messageId, index: until } = piece
    const begun = { until, text, seams: 0, firm: 0, isText, lastId: messageId, ofLastId: text }
    const saying = { place: views.length, pieces, since: [since], ...begun }
    show(saying)
    return saying
  }
  const goOn = (saying: Saying, piece: SaidPiece, seam: Seam, since: number | undefined) => {
    const { messageId } = piece
    saying.ofLastId = saying.lastId === messageId ? saying.ofLastId + seam.rest : seam.rest
    saying.lastId = messageId
    saying.until = piece.index
    if (seam.rest !== '') {
      saying.pieces.push(seam.isWhole ? piece : { ...piece, parts: endOf(piece.parts, seam.rest.length) })
      saying.since.push(since)
      saying.text += seam.rest
      saying.seams += 1
      if (seam.firm) saying.firm += 1
    }
    saying.isText ||= seam.certain || saying.firm * 2 >= Math.max(1, saying.seams) || isLong(saying.text)
    show(saying)
  }

  return {
    said({ messageId, parts }, index, { since, late = false, gap = false }) {
      const text = wordsOf(parts)
      if (text === '') return
      const piece = { index, messageId, parts }
      if (text === undefined) {
        open = undefined
        if (parts.length > 0) begin(piece, '', parts.some(isFile), since)
        return
      }
      if (late) {
        if (open && since !== undefined && insert(open, piece, since)) show(open)
        return
      }
      const seam = open && seamOf(open, messageId, text, gap)
      if (open && seam) goOn(open, piece, seam, since)
      else open = begin(piece, text, isLong(text), since)
    },
    pause() {
      open = undefined
    },
    list: views.freeze,
  }
}

interface Seam {
  /** What the message adds. */
  readonly rest: string
  /** Pieces of a text meet so, and notes do not. */
  readonly firm: boolean
  /** There is no other way to read it. */
  readonly certain: boolean
  /** It adds all it says. */
  readonly isWhole: boolean
}

/** How a message goes on with what was said; undefined where it does not. */
function seamOf(
  { text: before, lastId, ofLastId }: Saying,
  messageId: string,
  text: string,
  gap: boolean,
): Seam | undefined {
  const added = (rest: string, firm: boolean, certain: boolean) => ({
    rest,
    firm,
    certain,
    isWhole: rest === text,
  })
  if (messageId !== '' && messageId === lastId) {
    return added(text.startsWith(ofLastId) ? text.slice(ofLastId.length) : text, true, true)
  }
  if (text.length > before.length && text.startsWith(before)) {
    return added(text.slice(before.length), true, true)
  }
  const isRepeated = Math.abs(text.length - before.length) <= mostMargin && text.trim() === before.trim()
  if (isRepeated) return added('', false, false)
  const glue = gap ? undefined : glueBetween(before, text)
  return glue && added(text, glue === 'firm', false)
}

/** White space around a text that is repeated. */
const mostMargin = 8
/** A piece so short is no sentence. */
const shortPiece = 4
/** A note is not so long. */
const longestNote = 160

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function glueBetween(before: string, text: string): 'firm' | 'soft' | undefined {
  const [left, right] = [before.slice(-2), text.slice(0, 2)]
  if (/\s$/.test(left) || /^\s/.test(right)) return 'firm'
  if (/^[\p{Pe}\p{Pf},.;:!?…、。，！？%'’]/u.test(right) || /[\p{Ps}\p{Pi}]$/u.test(left)) return 'firm'
  const isShort = text.length <= shortPiece
  if (unspaced.test(left) && unspaced.test(right)) return isShort ? 'firm' : undefined
  if (isShort && !/[\p{L}\p{N}]/u.test(text)) return 'firm'
  const insideWord = /[\p{L}\p{N}_]$/u.test(left) && /^[\p{Ll}\p{Lo}\p{N}_]/u.test(right)
  return insideWord && !/\s/.test(text) ? 'soft' : undefined
}

function isLong(text: string): boolean {
  return text.length > longestNote || text.trim().includes('\n')
}

/** Its text, where it has nothing else. */
function wordsOf(parts: readonly Part[]): string | undefined {
  if (parts.length === 0) return undefined
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  return texts.length === parts.length ? texts.join('') : undefined
}

function isFile({ kind }: Part): boolean {
  return kind === 'file-bytes' || kind === 'file-url'
}

/** The last so many characters of a text in parts. */
function endOf(parts: readonly Part[], length: number): readonly Part[] {
  const kept: Part[] = []
  for (let left = length, at = parts.length - 1; left > 0 && at >= 0; at--) {
    const part = parts[at]
    if (part?.kind !== 'text') continue
    kept.unshift({ ...part, text: part.text.slice(-left) })
    left -= part.text.length
  }
  return kept
}

/** Webhook calls overtake one another, and the stream: such a piece has its place by the agent's own time. */
function insert(saying: Saying, piece: SaidPiece, since: number): boolean {
  const place = saying.since.findIndex((time) => time !== undefined && time > since)
  if (place < 0) return false
  const pieces = [...values(saying.pieces.freeze())]
  pieces.splice(place, 0, piece)
  saying.since.splice(place, 0, since)
  saying.pieces = createListBuilder()
  for (const each of pieces) saying.pieces.push(each)
  saying.text = pieces.map(({ parts }) => wordsOf(parts) ?? '').join('')
  return true
}
