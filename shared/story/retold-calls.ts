// Calls of tools that a turn has more than once: a framework repeats the call that a task waits for with the state it stops in, and ADK
// asks for a confirmation by a call around the first one. Each is shown once, in its latest state.

import type { Part } from '../a2a/model.ts'
import { type ToolMark, toolMarksOf } from './tool-parts.ts'

/** A part of a turn. */
export interface ShownPart {
  readonly part: Part
  /** What it is shown in. */
  readonly of: object
  /** The event that brought it. */
  readonly event: number
  /** It came with the state that the turn stopped in, and is shown last. */
  readonly isClosing?: true
}

export interface RetoldCalls {
  /** It is shown elsewhere in its latest state. */
  isRetold(of: object, part: Part): boolean
  /** A result whose call came once more with the state that the turn stopped in. */
  isEarly(of: object, part: Part): boolean
}

interface Telling extends ShownPart {
  readonly mark: ToolMark
  /** Where it is shown. */
  readonly order: number
}

/** What a turn has of one call. */
interface Call {
  readonly calls: Telling[]
  readonly results: Telling[]
}

/** `parts` in the order in which they are shown. */
export function retoldCalls(parts: Iterable<ShownPart>): RetoldCalls {
  const tellings = [...parts].flatMap((shown, order) =>
    toolMarksOf(shown.part).map((mark): Telling => ({ ...shown, mark, order })),
  )
  const shown = new Set(tellings.filter(({ mark }) => mark.call === undefined))
  const early = new Set<Telling>()
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
    isRetold: (of, part) => retold.get(of)?.has(part) === true,
    isEarly: (of, part) => placedEarly.get(of)?.has(part) === true,
  }
}

/** An id that has its result may be used again: other arguments are another call then. */
function callsIn(tellings: readonly Telling[]): readonly Call[] {
  const open = new Map<string, Call>()
  const all: Call[] = []
  for (const telling of tellings.toSorted((a, b) => a.event - b.event || a.order - b.order)) {
    const { call: id, isCall, isToConfirm, content } = telling.mark
    if (id === undefined) continue
    const known = open.get(id)
    const isOther =
      isCall &&
      !isToConfirm &&
      known?.calls.some((each) => each.mark.content !== content) &&
      known.results.length > 0
    const call = known && !isOther ? known : { calls: [], results: [] }
    if (call !== known) all.push(call)
    open.set(id, call)
    if (isCall) call.calls.push(telling)
    else call.results.push(telling)
  }
  return all
}

/** The newest; of those that are the same, the one that is shown last. */
function latestOf(tellings: readonly Telling[]): Telling | undefined {
  const newest = tellings.at(-1)
  if (!newest) return undefined
  const isSame = ({ mark }: Telling) =>
    mark.content === newest.mark.content && mark.isToConfirm === newest.mark.isToConfirm
  return tellings.filter(isSame).reduce((last, each) => (each.order > last.order ? each : last))
}

function isNewest(call: Telling, results: readonly Telling[]): boolean {
  return results.every(({ event }) => event <= call.event)
}

/** The parts of which all that they tell is so. */
function placesOf(tellings: readonly Telling[], is: (telling: Telling) => boolean) {
  const places = new Map<object, Set<Part>>()
  for (const telling of tellings) {
    if (!is(telling)) continue
    const parts = places.get(telling.of) ?? new Set()
    places.set(telling.of, parts.add(telling.part))
  }
  for (const telling of tellings) if (!is(telling)) places.get(telling.of)?.delete(telling.part)
  return places
}
