// Folds the responses of a call: state changes, counted pieces, and its end.

import type { TaskState, Update } from '../../a2a/model.ts'
import { isPrompt } from '../../a2a/operation.ts'
import { isFailure, isWaiting } from '../../a2a/task-states.ts'
import type { EndEntry, FailureEntry, FrameEntry } from '../../record/entry.ts'
import type { FrameRun } from '../../record/run-schema.ts'
import type { CachedDecode } from '../decode-cache.ts'
import { contextIdOf, stateOf, taskIdOf, updatesOf } from '../updates-of.ts'
import type { Call, CallEnd, Instant } from './calls.ts'
import { chainUp, isReferredTo } from './find-cause.ts'
import type { SequenceState } from './sequence-state.ts'

export function createResponseReducers(sequence: SequenceState) {
  const { reading, open, list } = sequence

  const event = (call: Call, answer: CachedDecode, moment: Instant) => {
    if (answer.kind !== 'result') return
    const { to: from, from: to } = call
    for (const update of updatesOf(answer.result)) {
      const state = learn(sequence, call, update, moment)
      if (state === undefined || state === call.state) {
        counted(call, moment, 1)
        continue
      }
      call.state = state
      const item = list.add('state', moment, { from, to, call, task: call.task, state })
      if (call.task && isWaiting(state)) chainUp(item, call.task)
    }
  }
  const counted = (call: Call, moment: Instant, count: number) => {
    const { last, to: from, from: to, task } = call
    if (last?.kind === 'events') last.count += count
    else list.add('events', moment, { from, to, call, task, state: undefined }).count = count
  }

  return {
    frame(entry: FrameEntry) {
      const call = open.get(entry.exchangeId)
      if (call) event(call, reading.answer(entry, call.facts, call.status), entry)
    },
    run(frames: FrameRun) {
      const { exchangeId, seq, times, count } = frames
      const call = open.get(exchangeId)
      const [, at = 0, monoMs = 0] = times[0] ?? []
      if (!call) return
      if (reading.pieces(frames, call.facts)) return counted(call, { exchangeId, seq, at, monoMs }, count)
      reading.lines(frames, call.facts, (answer, place, at, monoMs) =>
        event(call, answer, { exchangeId, seq: seq + place, at, monoMs }),
      )
    },
    end(entry: EndEntry | FailureEntry) {
      const call = open.get(entry.exchangeId)
      if (!call) return
      open.delete(entry.exchangeId)
      const answer = entry.kind === 'end' ? reading.answer(entry, call.facts, call.status) : undefined
      const before = call.state
      if (answer?.kind === 'result') {
        for (const update of updatesOf(answer.result))
          call.state = learn(sequence, call, update, entry) ?? call.state
      }
      call.aborted = entry.kind === 'failure' && entry.failure === 'aborted'
      call.problem = call.aborted ? undefined : problemOf(entry, answer, call)
      close(sequence, call, entry)
      addEnd(sequence, call, entry, before)
      call.last = undefined
    },
  }
}

/** Returns the state that it reports of the call's own task. */
function learn(
  { tasks, list, edges, placed }: SequenceState,
  call: Call,
  update: Update,
  moment: Instant,
): TaskState | undefined {
  const { operation } = call.facts
  if (operation === 'list') return undefined
  // A message may have no task.
  const taskId = taskIdOf(update)
  if (taskId !== '' && taskId !== call.task?.id) {
    call.task = tasks.taskOf(call.to, taskId)
    if (isPrompt(operation)) tasks.join(call.task, call)
    for (const below of call.below) {
      if (!isReferredTo(call, below)) continue
      refer(below, edges)
      placed.set(below.exchangeId, below)
    }
  }
  const { task } = call
  if (!task) return undefined
  task.contextId ??= contextIdOf(update)
  const state = stateOf(update)
  if (state !== undefined) tasks.turn(task, state, list.since(moment))
  return state
}

function refer(call: Call, edges: SequenceState['edges']): void {
  if (!call.cause) return
  edges.referred(call)
  call.cause = { ...call.cause, reasons: ['reference', ...call.cause.reasons], guess: false }
}

function close({ list, lanes, edges }: SequenceState, call: Call, entry: Instant): void {
  const { state, group, facts, to } = call
  const tookMs = Math.max(0, list.since(entry) - call.sinceMs)
  const how = endOf(call)
  call.endedMs = tookMs
  group.tally.ended(tookMs, how)
  edges.ended(call, tookMs, how)
  if (state) group.states[state] = (group.states[state] ?? 0) + 1
  if (isPrompt(facts.operation)) lanes.called(to, -1)
}

function endOf({ aborted, problem, state }: Call): CallEnd {
  if (aborted) return 'aborted'
  return problem !== undefined || isFailure(state) ? 'failed' : 'answered'
}

function addEnd({ list }: SequenceState, call: Call, entry: Instant, before: TaskState | undefined): void {
  const { last, to: from, from: to, task, problem, aborted, group, endedMs: tookMs = 0 } = call
  const state = call.state === before ? undefined : call.state
  // A stream that ends with its last state needs no row for its end.
  if (problem === undefined && !aborted && last?.kind === 'state' && state === undefined) last.tookMs = tookMs
  else {
    const item = list.add('answer', entry, { from, to, call, task, state, tookMs })
    group.newest = item
    if (task && isWaiting(state)) chainUp(item, task)
  }
  if (call.facts.operation === 'cancel' && task && problem === undefined && !aborted)
    list.add('canceled', entry, { from, to, call, task, state: undefined })
}

function problemOf(
  entry: EndEntry | FailureEntry,
  answer: CachedDecode | undefined,
  { status = 200 }: Call,
): string | undefined {
  if (entry.kind === 'failure') return entry.message
  if (answer?.kind === 'error') return answer.error.message
  if (entry.grpcStatus && entry.grpcStatus.code !== 0) return entry.grpcStatus.message
  return status >= 400 ? `HTTP ${status}` : undefined
}
