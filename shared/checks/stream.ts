// What a suite expects of a stream: the number of events, single events, and the order of states.

import { isObject, memberOf, textOf } from '../a2a/json-kinds.ts'
import type { JsonValue } from '../a2a/model.ts'
import { expectation, first, type Mismatch, mismatchOf } from './assertion.ts'
import type { Matches } from './operators.ts'
import type { OperationStep } from './steps.ts'

type ExpectStream = NonNullable<OperationStep['expect_stream']>

export interface StreamMismatch extends Mismatch {
  /** Index of the event that was not as expected. */
  readonly event?: number
}

const payloads = ['task', 'message', 'statusUpdate', 'artifactUpdate'] as const
const suiteNames = { statusUpdate: 'status_update', artifactUpdate: 'artifact_update' } as const
/** Names of the protocol, and those of suites. */
export const payloadNames: ReadonlySet<string> = new Set([...payloads, ...Object.values(suiteNames)])

export function streamMismatch(
  expected: ExpectStream,
  events: readonly JsonValue[],
  matches: Matches,
): StreamMismatch | undefined {
  const { min_count = 0, max_count = Number.POSITIVE_INFINITY, ordering, final_event, each_event } = expected
  if (events.length < min_count) return ofStream(events.length, `at least ${countOf(min_count)}`)
  if (events.length > max_count) return ofStream(events.length, `at most ${countOf(max_count)}`)
  const views = events.map(asNamed)
  const at = (assertion: JsonValue, event: number): StreamMismatch | undefined => {
    const miss = mismatchOf(assertion, views[event], matches)
    return miss && { ...miss, event }
  }
  return (
    first(expected.events ?? [], (each, position) => eventMismatch(each, position, at, views.length)) ??
    (each_event === undefined ? undefined : first(views, (_, event) => at(each_event, event))) ??
    (final_event === undefined ? undefined : finalMismatch(final_event, events.length, at)) ??
    (ordering && orderMismatch(views))
  )
}

function ofStream(count: number, expected: string, more = ''): StreamMismatch {
  return { path: '', verb: 'had', expected, actual: countOf(count) + more }
}

function countOf(count: number): string {
  return count === 0 ? 'no events' : count === 1 ? '1 event' : `${count} events`
}

type At = (assertion: JsonValue, event: number) => StreamMismatch | undefined

function eventMismatch(
  expected: NonNullable<ExpectStream['events']>[number],
  position: number,
  at: At,
  length: number,
): StreamMismatch | undefined {
  const { description, match = 'exact_position', index = position, payload } = expected
  if (match === 'exact_position') return at(payload, index)
  for (let event = 0; event < length; event += 1) if (at(payload, event) === undefined) return undefined
  return ofStream(
    length,
    description ?? expectation(payload),
    length === 0 ? '' : ', none of them as expected',
  )
}

function finalMismatch(expected: JsonValue, length: number, at: At): StreamMismatch | undefined {
  if (length === 0) return ofStream(length, 'a last one')
  return at(expected, length - 1)
}

export const endStates: ReadonlySet<string> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
])

/** No state follows a terminal one, and no initial one follows another. */
function orderMismatch(views: readonly JsonValue[]): StreamMismatch | undefined {
  let before: string | undefined
  for (const [event, view] of views.entries()) {
    const status = isObject(view) ? memberOf(view, 'status') : undefined
    const state = isObject(status) ? textOf(status, 'state') : undefined
    if (state === undefined) continue
    const regresses =
      before !== undefined && before !== state && (endStates.has(before) || state === 'TASK_STATE_SUBMITTED')
    if (regresses)
      return { path: 'status.state', expected: `no ${state} after ${before}`, actual: state, event }
    before = state
  }
  return undefined
}

/** An event under the suites' name for its payload, with the members beside the payload. */
function asNamed(event: JsonValue): JsonValue {
  if (!isObject(event)) return event
  const name = payloads.find((each) => isObject(memberOf(event, each)))
  const payload = name && memberOf(event, name)
  if (!isObject(payload)) return event
  const own = name === 'statusUpdate' || name === 'artifactUpdate' ? { [suiteNames[name]]: payload } : {}
  return { ...payload, ...event, ...own }
}
