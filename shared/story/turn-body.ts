// What a turn of a task shows, each text once: a framework may stream an answer while it works, store it as an artifact and
// report it again at the end. The stored text is shown, with where else it arrived.

import type { Message, Part } from '../a2a/model.ts'
import { isFailure, isWaiting } from '../a2a/task-states.ts'
import { at, firstMatch, slice, values } from '../collections/list.ts'
import type { WorkingText } from '../contract/chat.ts'
import { defined } from '../defined.ts'
import { allParts, wholeParts } from './artifact-content.ts'
import type { Segment } from './chat/segment.ts'
import { beforeRepeated, isSame, partsIn } from './duplicate-message.ts'
import type { ArtifactView, TaskView } from './task-view.ts'
import { isToolPart, type ToolMark, toolMarksOf } from './tool-parts.ts'
import type { TextPiece, TextRunView } from './turn-text.ts'
import { isMadeIn, rests, type Turn } from './turns.ts'

export interface TurnBody {
  readonly sayings: readonly ShownText[]
  readonly artifacts: readonly ShownArtifact[]
  /** The message of the state that ended the turn. */
  readonly closing?: { readonly message: Message; readonly event?: number; readonly also: Also }
  /** The agent's note on what it is doing. */
  readonly note?: Message
  /** The turn's tool calls; look up each part with the text run, the artifact or the message that contains it. */
  readonly calls: RetoldCalls
}

interface ShownText {
  readonly run: TextRunView
  /** How many of its pieces to show: what is shown below repeats the others. */
  readonly count: number
}

interface ShownArtifact {
  readonly artifact: ArtifactView
  readonly also: Also
}

/** Where else the same text arrived. */
export interface Also {
  /** In how many states while the agent worked. */
  readonly states: number
  /** In how many messages that only the task's history contains. */
  readonly told: number
  /** In the message of the state that ended the turn. */
  readonly closing: boolean
}

export function turnBodyOf(task: TaskView, turn: Turn, as?: WorkingText): TurnBody {
  const sayings = sayingsIn(task, turn)
  let pieces: readonly TextPiece[] | undefined
  const repeated = new Set<TextPiece>()
  const isOfHistory = (index: number) => {
    const fact = task.events.at(index)?.fact
    return fact?.kind === 'message' && fact.origin === 'history'
  }
  /** Counts the earlier pieces that contain the same text. */
  const repeats = (whole: () => readonly Part[], until: number) => {
    if (sayings.length === 0) return { states: 0, told: 0 }
    pieces ??= sayings.flatMap((turn) => slice(turn.pieces))
    const all = whole()
    const before = pieces.filter(({ index }) => index < until)
    let from = before.length
    // Several times, where an event overtook it.
    for (let next: number | undefined = from; next !== undefined; ) {
      from = next
      next = beforeRepeated(before.slice(0, from), all)
    }
    const same = before.slice(from)
    for (const piece of same) repeated.add(piece)
    // A message that leads to a tool call is split into two pieces.
    const events = [...new Set(same.map(({ index }) => index))]
    const reported = events.filter(isOfHistory).length
    return { states: events.length - reported, told: reported }
  }

  const message = rests(turn) ? turn.status?.message : undefined
  let isKept = false
  const artifacts = slice(task.artifacts)
    .filter((artifact) => isMadeIn(artifact, turn))
    .map((artifact) => {
      const { content } = artifact
      const isClosing = message !== undefined && isSame(allParts(content), message.parts)
      isKept ||= isClosing
      return {
        artifact,
        also: { ...repeats(() => wholeParts(content), content.last ?? 0), closing: isClosing },
      }
    })
  const event = turn.statusEvent
  const closing = message &&
    !isKept && {
      message,
      ...defined({ event }),
      also: { ...repeats(() => message.parts, turn.to), closing: false },
    }
  // A task that rests without anything else to show shows its remaining text: messages of its history, else its notes. In a
  // canceled or failed task notes are not an answer.
  const isBare = !task.foreign && hasAnswer(turn) && artifacts.length === 0 && !closing
  const isReported = ({ index }: TextRunView) => isOfHistory(index)
  const hasText = sayings.some((turn) => turn.isText || isReported(turn))
  const isAnswer = (turn: TextRunView) => turn.isText || (isBare && (!hasText || isReported(turn)))
  const calls = retoldCalls(partsOf({ sayings, artifacts, ...(closing && { closing }), event: turn.to }))
  const lastText = as === undefined && isWaiting(turn.status?.state) ? sayings.findLast(isWords) : undefined
  const shown = sayings.flatMap((turn): readonly ShownText[] => {
    if (isRetold(turn, calls) || (closing && leadsTo(turn, closing.message))) return []
    const isRead = turn.isTool || as === 'text' || turn === lastText || (as === undefined && isAnswer(turn))
    if (!isRead) return []
    const rest = repeated.size === 0 ? -1 : slice(turn.pieces).findIndex((piece) => repeated.has(piece))
    const count = rest < 0 ? turn.pieces.length : rest
    return count > 0 ? [{ run: turn, count }] : []
  })
  const isShown = shown.some(({ run }) => event !== undefined && event >= run.index && event <= run.until)
  const note = rests(turn) || isShown ? undefined : turn.status?.message
  const made = artifacts.filter(({ artifact }) => !isAllRetold(artifact, calls))
  return { sayings: shown, artifacts: made, ...defined({ closing, note }), calls }
}

function hasAnswer(turn: Turn): boolean {
  const state = turn.status?.state
  return rests(turn) && state !== 'canceled' && !isFailure(state)
}

interface Shown {
  readonly sayings: readonly TextRunView[]
  readonly artifacts: readonly ShownArtifact[]
  readonly closing?: { readonly message: Message }
  /** The event of the closing message, or a later one. */
  readonly event: number
}

/** The parts of a turn that may report tools, in the order of display. */
function* partsOf({ sayings, artifacts, closing, event }: Shown): Generator<ShownPart, undefined> {
  for (const turn of sayings) {
    if (!turn.isTool) continue
    for (const { parts, index } of values(turn.pieces))
      for (const part of parts) yield { part, source: turn, event: index }
  }
  for (const { artifact } of artifacts) {
    const { content } = artifact
    for (const segment of content.segments)
      if (segment.kind === 'part') yield { part: segment.part, source: content, event: content.last ?? 0 }
  }
  if (!closing) return
  const { message } = closing
  for (const part of message.parts) yield { part, source: message, event, isClosing: true }
}

function isRetold(turn: TextRunView, calls: RetoldCalls): boolean {
  return (
    turn.isTool && slice(turn.pieces).every(({ parts }) => parts.every((part) => calls.isRetold(turn, part)))
  )
}

function isAllRetold({ content }: ArtifactView, calls: RetoldCalls): boolean {
  const { segments } = content
  const isSo = (segment: Segment) => segment.kind === 'part' && calls.isRetold(content, segment.part)
  return segments.length > 0 && segments.every(isSo)
}

/** Text, neither a tool call nor a result. */
function isWords({ isTool, pieces }: TextRunView): boolean {
  const [first] = slice(pieces, 0, 1)
  return (!isTool || first?.after !== undefined) && first?.parts.some(({ kind }) => kind === 'text') === true
}

/** The text before the call that a task waits for, which arrived with the earlier call. */
function leadsTo({ pieces }: TextRunView, { parts }: Message): boolean {
  const texts = parts.findIndex(({ kind }) => kind !== 'text')
  return texts > 0 && parts.some(isToolPart) && isSame(partsIn(values(pieces)), parts.slice(0, texts))
}

function sayingsIn({ sayings }: TaskView, { from, to }: Turn): readonly TextRunView[] {
  const firstFrom = (event: number) =>
    firstMatch(sayings.length, (place) => (at(sayings, place)?.index ?? 0) >= event)
  return slice(sayings, firstFrom(from), firstFrom(to))
}

// Tool calls that a turn contains more than once: a framework repeats the call that a task waits for with the state it stops
// in, and ADK requests a confirmation by a call around the first one. Each is shown once, in its latest state.

export interface ShownPart {
  readonly part: Part
  /** The text run, the artifact's content or the message that contains it. */
  readonly source: object
  /** The event that delivered it. */
  readonly event: number
  /** It arrived with the state that ended the turn, and is shown last. */
  readonly isClosing?: true
}

interface RetoldCalls {
  /** Shown elsewhere in its latest state. */
  isRetold(source: object, part: Part): boolean
  /** A result whose call was repeated with the state that ended the turn. */
  isEarly(source: object, part: Part): boolean
}

interface MarkedTool extends ShownPart {
  readonly mark: ToolMark
  /** Position in the order of display. */
  readonly order: number
}

/** All reports of one call. */
interface Call {
  readonly calls: MarkedTool[]
  readonly results: MarkedTool[]
}

/** `parts` in the order of display. */
export function retoldCalls(parts: Iterable<ShownPart>): RetoldCalls {
  const tellings = [...parts].flatMap((shown, order) =>
    toolMarksOf(shown.part).map((mark): MarkedTool => ({ ...shown, mark, order })),
  )
  const shown = new Set(tellings.filter(({ mark }) => mark.call === undefined))
  const early = new Set<MarkedTool>()
  for (const { calls, results } of callsIn(tellings)) {
    const call = latestOf(calls)
    const isOpen = call?.mark.isToConfirm === true && isNewest(call, results)
    const result = isOpen ? undefined : latestOf(results)
    if (call) shown.add(call)
    if (result) shown.add(result)
    if (call?.isClosing && result && !result.isClosing) early.add(result)
  }
  const retold = placesOf(tellings, (each) => !shown.has(each))
  const placedEarly = placesOf(tellings, (each) => early.has(each))
  return {
    isRetold: (source, part) => retold.get(source)?.has(part) === true,
    isEarly: (source, part) => placedEarly.get(source)?.has(part) === true,
  }
}

/** An id that has its result may be reused: other arguments are another call then. */
function callsIn(tellings: readonly MarkedTool[]): readonly Call[] {
  const open = new Map<string, Call>()
  const all: Call[] = []
  for (const reporting of tellings.toSorted((a, b) => a.event - b.event || a.order - b.order)) {
    const { call: id, isCall, isToConfirm, content } = reporting.mark
    if (id === undefined) continue
    const existing = open.get(id)
    const isOther =
      isCall &&
      !isToConfirm &&
      existing?.calls.some((each) => each.mark.content !== content) &&
      existing.results.length > 0
    const call = existing && !isOther ? existing : { calls: [], results: [] }
    if (call !== existing) all.push(call)
    open.set(id, call)
    if (isCall) call.calls.push(reporting)
    else call.results.push(reporting)
  }
  return all
}

/** The newest; among equal ones the one that is shown last. */
function latestOf(tellings: readonly MarkedTool[]): MarkedTool | undefined {
  const newest = tellings.at(-1)
  if (!newest) return undefined
  const isSame = ({ mark }: MarkedTool) =>
    mark.content === newest.mark.content && mark.isToConfirm === newest.mark.isToConfirm
  return tellings.filter(isSame).reduce((last, each) => (each.order > last.order ? each : last))
}

function isNewest(call: MarkedTool, markedTools: readonly MarkedTool[]): boolean {
  return markedTools.every(({ event }) => event <= call.event)
}

/** The parts of which every mark matches. */
function placesOf(tellings: readonly MarkedTool[], is: (reporting: MarkedTool) => boolean) {
  const places = new Map<object, Set<Part>>()
  for (const reporting of tellings) {
    if (!is(reporting)) continue
    const parts = places.get(reporting.source) ?? new Set()
    places.set(reporting.source, parts.add(reporting.part))
  }
  for (const reporting of tellings) if (!is(reporting)) places.get(reporting.source)?.delete(reporting.part)
  return places
}
