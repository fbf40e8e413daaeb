// Events of one exchange, for the timelines of its tasks. Events before a task is named are added to its timeline right before
// the entry that names it.

import { isStreaming } from '../../a2a/operation.ts'
import type { EndEntry, FailureEntry, FrameEntry, RequestEntry } from '../../record/entry.ts'
import type { CachedDecode } from '../decode-cache.ts'
import type { ExchangeView } from '../exchanges.ts'
import type { RequestRead } from '../read-request.ts'
import type { Place } from '../sightings.ts'
import type { ExchangeEvent, TaskTimelineFold } from './task-timeline-fold.ts'

/** Events of an exchange before it names a task; later ones are on the wire. */
const maxUnnamedEvents = 1_000

export class ExchangeEvents {
  readonly #reported = new Set<TaskTimelineFold>()
  readonly #before: ExchangeEvent[] = []
  #isNamed = false

  did(event: ExchangeEvent): void {
    for (const recorder of this.#reported) recorder.did(event)
    if (!this.#isNamed && this.#before.length < maxUnnamedEvents) this.#before.push(event)
  }

  /** The request names this task; the answer may be about another one, whose timeline has the whole exchange, too. */
  readonly onRequest = (recorder: TaskTimelineFold): void => void this.#reported.add(recorder)

  /** The answer is about this task. Returns false where the task had been reported before the request that led to it. */
  about(recorder: TaskTimelineFold): boolean {
    this.#isNamed = true
    if (this.#reported.has(recorder)) return true
    this.#reported.add(recorder)
    const isCaused = this.#before.some(
      (event) =>
        event.kind === 'asked' &&
        (event.message || event.isCall) &&
        event.place.sighting.seq < recorder.lastSeq(),
    )
    for (const event of this.#before) recorder.did(event)
    return !isCaused
  }
}

/** Operations without a row of their own: what they send or return is shown instead. */
const looks = ['get', 'list', 'send', 'stream']

export function eventOfRequest({ call }: RequestEntry, request: RequestRead, place: Place): ExchangeEvent {
  const message = request.kind === 'asked' ? request.message : undefined
  const isCall = call.operation !== undefined && !looks.includes(call.operation)
  const byCaller = call.via !== undefined
  return { kind: 'asked', place, message: message && { ...message, role: 'user' }, isCall, byCaller }
}

/** Undefined for an answer that reports a task. A frame without content is a keep-alive, as a comment is. */
export function eventOfAnswer(
  entry: Pick<FrameEntry, 'kind'> | Pick<EndEntry, 'kind'>,
  answer: CachedDecode,
  place: Place,
): ExchangeEvent | undefined {
  if (answer.kind === 'nothing') return { kind: entry.kind === 'frame' ? 'keep-alive' : 'nothing', place }
  return answer.kind === 'result' ? undefined : { kind: 'error', place }
}

export function eventOfEnd(
  { call, stream, agentError }: Pick<ExchangeView, 'call' | 'stream' | 'agentError'>,
  entry: EndEntry | FailureEntry,
  place: Place,
): ExchangeEvent {
  // An error or a whole answer may arrive in the place of the stream.
  const isWhole = entry.kind === 'end' && (entry.body?.sizeBytes ?? 0) > 0
  const isInPlace = stream === undefined && (agentError !== undefined || isWhole)
  const isStream = isStreaming(call?.operation) && !isInPlace
  const isFailure = entry.kind === 'failure'
  const isEarly = isStream && (stream === undefined || stream.outcome === 'open')
  const onPurpose = isFailure && entry.failure === 'aborted'
  const byCaller = call?.via !== undefined
  return { kind: 'ended', place, isStream, isFailure, isEarly, onPurpose, byCaller }
}
