// What a turn of a task shows, each text once: a framework may stream an answer while it works, keep it as an artifact and
// say it again when it is done. What is kept is shown, and tells where else the text came.

import type { Message, Part } from '../a2a/model.ts'
import { firstWhere } from '../collections/first-where.ts'
import { at, slice } from '../collections/list.ts'
import type { WorkingText } from '../contract/chat.ts'
import { defined } from '../defined.ts'
import { partsSaid, wholeParts } from './artifact-content.ts'
import { beforeRepeated, isSame } from './said-twice.ts'
import type { SaidPiece, SayingView } from './sayings.ts'
import type { ArtifactView, TaskView } from './task-view.ts'
import { toolKeyOf } from './tool-parts.ts'
import { isMadeIn, rests, type Turn } from './turns.ts'

export interface TurnBody {
  readonly sayings: readonly ShownSaying[]
  readonly artifacts: readonly ShownArtifact[]
  /** What was said with the state the turn came to. */
  readonly closing?: { readonly message: Message; readonly event?: number; readonly also: Also }
  /** What the agent is doing. */
  readonly note?: Message
}

interface ShownSaying {
  readonly saying: SayingView
  /** So many of its pieces: the others are repeated by what is shown below. */
  readonly count: number
}

interface ShownArtifact {
  readonly artifact: ArtifactView
  readonly also: Also
}

/** Where else the same text came. */
export interface Also {
  /** In so many states while the agent worked. */
  readonly states: number
  /** In so many messages that only the task's history tells of. */
  readonly told: number
  /** With the state it came to. */
  readonly closing: boolean
}

export function turnBodyOf(task: TaskView, turn: Turn, as?: WorkingText): TurnBody {
  const sayings = sayingsIn(task, turn)
  let pieces: readonly SaidPiece[] | undefined
  const repeated = new Set<SaidPiece>()
  const isOfHistory = (index: number) => {
    const fact = task.events.at(index)?.fact
    return fact?.kind === 'message' && fact.origin === 'history'
  }
  /** What came before and said the same. */
  const repeats = (whole: () => readonly Part[], until: number) => {
    if (sayings.length === 0) return { states: 0, told: 0 }
    pieces ??= sayings.flatMap((saying) => slice(saying.pieces))
    const all = whole()
    const before = pieces.filter(({ index }) => index < until)
    let from = before.length
    // More than once, where something overtook it.
    for (let next: number | undefined = from; next !== undefined; ) {
      from = next
      next = beforeRepeated(before.slice(0, from), all)
    }
    const same = before.slice(from)
    for (const piece of same) repeated.add(piece)
    const told = same.filter(({ index }) => isOfHistory(index)).length
    return { states: same.length - told, told }
  }

  const message = rests(turn) ? turn.status?.message : undefined
  let isKept = false
  const artifacts = slice(task.artifacts)
    .filter((artifact) => isMadeIn(artifact, turn))
    .map((artifact) => {
      const { content } = artifact
      const isClosing = message !== undefined && isSame(partsSaid(content), message.parts)
      isKept ||= isClosing
      return {
        artifact,
        also: { ...repeats(() => wholeParts(content), content.last ?? 0), closing: isClosing },
      }
    })
  const event = eventOf(task, turn)
  const closing = message &&
    !isKept && {
      message,
      ...defined({ event }),
      also: { ...repeats(() => message.parts, turn.to), closing: false },
    }
  // Where it has nothing else to show, a task that did what it was asked for shows what is left: text, what only its history tells,
  // else its notes. Of one that was broken off they are no answer.
  const isBare = !task.foreign && hasAnswer(turn) && artifacts.length === 0 && !closing
  const isTold = ({ index }: SayingView) => isOfHistory(index)
  const hasText = sayings.some((saying) => saying.isText || isTold(saying))
  const isAnswer = (saying: SayingView) => saying.isText || (isBare && (!hasText || isTold(saying)))
  const isKeptTool = toolsKept(sayings, artifacts)
  const shown = sayings.flatMap((saying): readonly ShownSaying[] => {
    if (isKeptTool(saying)) return []
    const isRead = saying.isTool || as === 'text' || (as === undefined && isAnswer(saying))
    if (!isRead) return []
    const rest = repeated.size === 0 ? -1 : slice(saying.pieces).findIndex((piece) => repeated.has(piece))
    const count = rest < 0 ? saying.pieces.length : rest
    return count > 0 ? [{ saying, count }] : []
  })
  const isShown = shown.some(
    ({ saying }) => event !== undefined && event >= saying.index && event <= saying.until,
  )
  const note = rests(turn) || isShown ? undefined : turn.status?.message
  return { sayings: shown, artifacts, ...defined({ closing, note }) }
}

function hasAnswer(turn: Turn): boolean {
  const state = turn.status?.state
  return rests(turn) && state !== 'canceled' && state !== 'failed' && state !== 'rejected'
}

/** Whether a call, or what came of one, is in an artifact as well. */
function toolsKept(sayings: readonly SayingView[], artifacts: readonly ShownArtifact[]) {
  if (!sayings.some(({ isTool }) => isTool)) return () => false
  const kept = new Set(
    artifacts.flatMap(({ artifact }) =>
      artifact.content.segments.map((segment) =>
        segment.kind === 'part' ? toolKeyOf(segment.part) : undefined,
      ),
    ),
  )
  kept.delete(undefined)
  const isKept = (part: Part) => kept.has(toolKeyOf(part))
  return ({ isTool, pieces }: SayingView) => isTool && slice(pieces).every(({ parts }) => parts.every(isKept))
}

function sayingsIn({ sayings }: TaskView, { from, to }: Turn): readonly SayingView[] {
  const firstFrom = (event: number) =>
    firstWhere(sayings.length, (place) => (at(sayings, place)?.index ?? 0) >= event)
  return slice(sayings, firstFrom(from), firstFrom(to))
}

/** The event that brought the state of a turn. */
function eventOf(task: TaskView, { isLast, statuses: { from, to } }: Turn): number | undefined {
  if (isLast && task.statusEvent !== undefined) return task.statusEvent
  return to > from ? at(task.statuses, to - 1) : undefined
}
