// The text of an agent while its task is at work. Many frameworks stream their answer so: as pieces, each message the next few
// words, or as one text that every message repeats and extends. Others report what they are doing ("Searching…"). The former is
// assembled to a text, the latter stays a note. The seams decide: pieces of a text join in the middle of a sentence, with the
// space between them on one side; notes are complete.

import type { Message, Part } from '../a2a/model.ts'
import { plainText } from '../a2a/parts-text.ts'
import {
  createListBuilder,
  type List,
  type ListBuilder,
  listOf,
  listOfOne,
  slice,
} from '../collections/list.ts'
import { isToolPart, toolKeyOf } from './tool-parts.ts'

export interface TextPiece {
  /** The event that delivered it. */
  readonly index: number
  readonly messageId: string
  readonly parts: readonly Part[]
  /** How many parts of its message follow these. */
  readonly after?: number
}

export interface TextRunView {
  /** The event that began it. */
  readonly index: number
  /** The last event that reported it, with or without further text. */
  readonly until: number
  readonly pieces: List<TextPiece>
  /** Grows when the turn is built in another order. Within a generation pieces are only added. */
  readonly generation: number
  /** Part of an answer; else a note. */
  readonly isText: boolean
  /** Reports tools, and is shown between the texts. */
  readonly isTool: boolean
}

export interface Arrival {
  /** The agent's own time. */
  readonly since?: number | undefined
  /** Earlier messages may be missing. */
  readonly gap?: boolean | undefined
  /** Never a note: not a message of a state, or the text before a tool call. */
  readonly isAnswer?: boolean
}

export interface TextArrival extends Arrival {
  readonly message: Pick<Message, 'messageId' | 'parts'>
}

interface TextRun {
  readonly place: number
  readonly first: TextPiece
  /** Set once there are several. */
  pieces: ListBuilder<TextPiece> | undefined
  until: number
  text: string
  /** The last characters of `text`: reading them from there would copy it each time. */
  end: string
  seams: number
  firm: number
  isText: boolean
  isTool: boolean
  lastId: string
  /** The text under the last message id. */
  ofLastId: string
  /** The agent's time of a message that contained the whole text. */
  wholeSince: number | undefined
}

/** `onText` receives the event that began a text, once it proves to be one. */
export class TextRuns {
  readonly #arrivalAt: (index: number) => TextArrival | undefined
  readonly #onText: (event: number) => void
  #views = createListBuilder<TextRunView>()
  #open: TextRun | undefined
  /** What was open before a tool was called. */
  #before: TextRun | undefined
  /** Its view is older than it is. */
  #changed: TextRun | undefined
  /** Events of this turn, in the agent's order. */
  #turn: number[] = []
  #newest: number | undefined
  /** Calls and results of this turn. */
  #tools = new Set<string>()
  #earlier = 0
  #generation = 0

  constructor(arrivalAt: (index: number) => TextArrival | undefined, onText: (event: number) => void) {
    this.#arrivalAt = arrivalAt
    this.#onText = onText
  }

  /** `late`: it was overtaken, and the agent's time shows where it belongs. */
  add(index: number, late: boolean) {
    const since = this.#arrivalAt(index)?.since
    const place = late ? this.#placeOf(since) : this.#turn.length
    const isLast = place === this.#turn.length
    this.#turn.splice(place, 0, index)
    if (isLast) {
      this.#newest = since
      this.#report(index)
      return
    }
    // Webhook calls overtake one another, and the stream: the turn is built again in the agent's order.
    this.#settle()
    this.#views = createListBuilder(listOf(slice(this.#views.freeze(), 0, this.#earlier)))
    this.#open = this.#before = undefined
    this.#tools = new Set()
    this.#generation += 1
    this.#turn.forEach(this.#report)
  }

  /** Begins the next turn of the task. */
  pause() {
    this.#settle()
    this.#open = this.#before = undefined
    this.#turn = []
    this.#tools = new Set()
    this.#newest = undefined
    this.#earlier = this.#views.length
  }

  list() {
    this.#settle()
    return this.#views.freeze()
  }

  #viewOf({ first, until, pieces, isText, isTool }: TextRun): TextRunView {
    return {
      index: first.index,
      until,
      pieces: pieces?.freeze() ?? listOfOne(first),
      generation: this.#generation,
      isText,
      isTool,
    }
  }

  #settle() {
    if (this.#changed) this.#views.set(this.#changed.place, this.#viewOf(this.#changed))
    this.#changed = undefined
  }

  /** After everything that is older by the agent's own times. */
  #placeOf(time: number | undefined): number {
    if (time === undefined || this.#newest === undefined || this.#newest <= time) return this.#turn.length
    return (
      1 +
      this.#turn.findLastIndex((event) => {
        const since = this.#arrivalAt(event)?.since
        return since !== undefined && since <= time
      })
    )
  }

  #begin(piece: TextPiece, text: string, isText: boolean, isTool = false): TextRun {
    const run = textRunOf(piece, { place: this.#views.length, text, isText, isTool })
    this.#settle()
    this.#views.push(this.#viewOf(run))
    return run
  }

  /** A call may repeat the text that led to it, and a result its call. */
  #addTools(piece: TextPiece, arrival: Arrival) {
    const { parts } = piece
    const texts = parts.findIndex(({ kind }) => kind !== 'text')
    const after = parts.length - texts
    if (texts > 0)
      this.#addText({ ...piece, parts: parts.slice(0, texts), after }, { ...arrival, isAnswer: true })
    const keys = parts.map(toolKeyOf)
    const from = keys.findIndex(
      (key, place) => place >= texts && (key === undefined || !this.#tools.has(key)),
    )
    for (const key of keys) if (key !== undefined) this.#tools.add(key)
    if (from < 0) return
    this.#begin({ ...piece, parts: parts.slice(from) }, '', false, true)
    this.#before = this.#open
    this.#open = undefined
  }

  #addText(piece: TextPiece, { since, gap = false, isAnswer = false }: Arrival) {
    const text = wordsOf(piece.parts) ?? ''
    // It was overtaken by the call that it leads to.
    if (!this.#open && this.#before && isWithin(this.#before, text, since)) return
    const seam = this.#open && seamOf(this.#open, piece.messageId, text, { since, gap })
    const wasText = this.#open?.isText === true && seam !== undefined
    if (this.#open && seam) this.#changed = goOn(this.#open, piece, seam, since)
    else this.#open = this.#begin(piece, text, isAnswer || isLong(text), piece.after !== undefined)
    if (this.#open.isText && !wasText) this.#onText(this.#open.first.index)
    if (piece.after !== undefined) this.#open.wholeSince = since
  }

  readonly #report = (index: number) => {
    const arrival = this.#arrivalAt(index)
    if (!arrival) return
    const { parts, messageId } = arrival.message
    const piece = { index, messageId, parts }
    const text = wordsOf(parts)
    if (text === '') return
    if (parts.some(isToolPart)) return this.#addTools(piece, arrival)
    if (text !== undefined) return this.#addText(piece, arrival)
    this.#open = this.#before = undefined
    if (parts.length > 0) this.#begin(piece, '', parts.some(isFile))
  }
}

function textRunOf(first: TextPiece, begun: Pick<TextRun, 'place' | 'text' | 'isText' | 'isTool'>): TextRun {
  const { messageId: lastId, index: until } = first
  const { text } = begun
  const unjoined = { pieces: undefined, seams: 0, firm: 0, wholeSince: undefined }
  return { ...begun, ...unjoined, first, until, lastId, ofLastId: text, end: text.slice(-endLength) }
}

function goOn(run: TextRun, piece: TextPiece, seam: Seam, since: number | undefined): TextRun {
  const { messageId } = piece
  run.ofLastId = run.lastId === messageId ? run.ofLastId + seam.rest : seam.rest
  run.lastId = messageId
  run.until = piece.index
  if (seam.isComplete) run.wholeSince = since
  if (seam.rest !== '') {
    run.pieces ??= createListBuilder(listOfOne(run.first))
    run.pieces.push(seam.isWhole ? piece : { ...piece, parts: endOf(piece.parts, seam.rest.length) })
    run.text += seam.rest
    run.end = (run.end + seam.rest).slice(-endLength)
    run.seams += 1
    if (seam.firm) run.firm += 1
  }
  run.isText ||= seam.certain || run.firm * 2 >= Math.max(1, run.seams) || isLong(run.text)
  return run
}

interface Seam {
  /** The text that the message adds. */
  readonly rest: string
  /** Typical of pieces of a text, and not of notes. */
  readonly firm: boolean
  /** No other reading is possible. */
  readonly certain: boolean
  /** It adds all of its text. */
  readonly isWhole: boolean
  /** It repeats everything before it. */
  readonly isComplete: boolean
}

/** How a message continues a run; undefined where it does not. */
function seamOf(
  { text: before, end, lastId, ofLastId, wholeSince }: TextRun,
  messageId: string,
  text: string,
  { since, gap }: Arrival,
): Seam | undefined {
  const added = (rest: string, is: Partial<Seam> = {}): Seam => ({
    rest,
    firm: false,
    certain: false,
    isComplete: false,
    ...is,
    isWhole: rest === text,
  })
  if (messageId !== '' && messageId === lastId) {
    const isRepeated = text.length >= ofLastId.length && text.startsWith(ofLastId)
    return added(isRepeated ? text.slice(ofLastId.length) : text, { firm: true, certain: true })
  }
  if (text.length > before.length && text.startsWith(before)) {
    return added(text.slice(before.length), { firm: true, certain: true, isComplete: true })
  }
  const isRepeated = Math.abs(text.length - before.length) <= maxRepeatMargin && text.trim() === before.trim()
  if (isRepeated) return added('', { isComplete: true })
  // Within one tick of the agent's clock, the message with the whole text overtook it.
  if (isWithin({ text: before, wholeSince }, text, since)) return added('')
  const glue = gap ? undefined : glueBetween(end, text)
  return glue && added(text, { firm: glue === 'firm' })
}

function isWithin(
  { text: whole, wholeSince }: Pick<TextRun, 'text' | 'wholeSince'>,
  text: string,
  since: number | undefined,
) {
  return since !== undefined && since === wholeSince && whole.includes(text)
}

const endLength = 2
// White space around a repeated text; with more it is another text.
const maxRepeatMargin = 8
/** A piece this short is not a sentence. */
const shortPiece = 4
// Longest text that is taken for a note on what an agent does; a longer one is its answer.
const maxActivityChars = 160

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

function glueBetween(left: string, text: string): 'firm' | 'soft' | undefined {
  const right = text.slice(0, endLength)
  if (/\s$/.test(left) || /^\s/.test(right)) return 'firm'
  if (/^[\p{Pe}\p{Pf},.;:!?…、。，！？%'’]/u.test(right) || /[\p{Ps}\p{Pi}]$/u.test(left)) return 'firm'
  const isShort = text.length <= shortPiece
  if (unspaced.test(left) && unspaced.test(right)) return isShort ? 'firm' : undefined
  if (isShort && !/[\p{L}\p{N}]/u.test(text)) return 'firm'
  const insideWord = /[\p{L}\p{N}_]$/u.test(left) && /^[\p{Ll}\p{Lo}\p{N}_]/u.test(right)
  return insideWord && !/\s/.test(text) ? 'soft' : undefined
}

function isLong(text: string): boolean {
  return text.length > maxActivityChars || text.trim().includes('\n')
}

/** Its text; undefined where it has other parts. */
function wordsOf(parts: readonly Part[]): string | undefined {
  return parts.length > 0 && parts.every(({ kind }) => kind === 'text') ? plainText(parts) : undefined
}

function isFile({ kind }: Part): boolean {
  return kind === 'file-bytes' || kind === 'file-url'
}

/** The last `length` characters of a text in parts. */
function endOf(parts: readonly Part[], length: number): readonly Part[] {
  const end: Part[] = []
  for (let left = length, at = parts.length - 1; left > 0 && at >= 0; at--) {
    const part = parts[at]
    if (part?.kind !== 'text') continue
    end.unshift({ ...part, text: part.text.slice(-left) })
    left -= part.text.length
  }
  return end
}
