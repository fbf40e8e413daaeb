// A task as a span: from its first report to the last, with its states as events and links to its exchanges, which may be in
// other traces.

import { taskStates } from '../a2a/model.ts'
import { isSettled } from '../a2a/task-states.ts'
import { spelling10 } from '../a2a/write/spelling.ts'
import type { ExchangeRow } from '../record/exchange-row.ts'
import type { TracedAgent } from './exchange-spans.ts'
import {
  type Digest,
  maxSpanEvents,
  maxSpanLinks,
  type Span,
  type SpanContext,
  type SpanEvent,
  taskSpanIds,
} from './span.ts'
import type { TracedExchange } from './traced-exchange.ts'

/** Tasks of one export that get a span; the spans of the exchanges name the others anyway. */
const maxTracedTasks = 10_000
// Settled tasks that are remembered, so that a later poll makes no second span.
const maxTakenTasks = 10_000

interface TracedTask {
  readonly sessionId: string
  readonly contextId: string | undefined
  readonly agent: TracedAgent | undefined
  readonly startMs: number
  endMs: number
  readonly events: SpanEvent[]
  state: string | undefined
  changes: number
  readonly links: SpanContext[]
  linked: number
}

export function traceTasks(digest: Digest) {
  const tasks = new Map<string, TracedTask>()
  const taken = new Set<string>()

  const take = (taskId: string, task: TracedTask): Span => {
    tasks.delete(taskId)
    if (taken.size === maxTakenTasks) taken.clear()
    taken.add(taskId)
    return taskSpan(digest, taskId, task)
  }

  return {
    add(
      row: ExchangeRow,
      { states }: TracedExchange,
      spans: readonly Span[],
      agent: TracedAgent | undefined,
    ) {
      const { taskId } = row
      const context = spans.findLast(({ attributes }) => attributes['a2a.method.name'] !== undefined)
      if (taskId === undefined || context === undefined || taken.has(taskId)) return
      if (!tasks.has(taskId) && tasks.size === maxTracedTasks) return
      const task = tasks.get(taskId) ?? begun(row, agent)
      tasks.set(taskId, task)
      task.endMs = Math.max(task.endMs, context.endMs)
      task.linked += 1
      if (task.links.length < maxSpanLinks) {
        const { traceId, spanId } = context
        task.links.push({ traceId, spanId })
      }
      for (const { atMs, taskId: owner, state } of states) {
        if (owner === taskId) change(task, atMs, spelling10.state[state])
      }
    },
    /** This task where it is settled, and the oldest where there is no room for another. */
    *take(taskId: string | undefined): Generator<Span> {
      const task = tasks.get(taskId ?? '')
      if (taskId !== undefined && task && settledStates.includes(task.state)) yield take(taskId, task)
      const [oldest] = tasks.size < maxTracedTasks ? [] : tasks
      if (oldest) yield take(...oldest)
    },
    *spans(): Generator<Span> {
      for (const [taskId, task] of tasks) yield taskSpan(digest, taskId, task)
    },
  }
}

function begun({ sessionId, contextId, startedAt }: ExchangeRow, agent: TracedAgent | undefined): TracedTask {
  const nothing = { events: [], state: undefined, changes: 0, links: [], linked: 0 }
  return { sessionId, contextId, agent, startMs: startedAt, endMs: startedAt, ...nothing }
}

function change(task: TracedTask, atMs: number, state: string): void {
  if (task.state === state) return
  task.state = state
  task.changes += 1
  if (task.events.length === maxSpanEvents) return
  task.events.push({ name: 'parley.task.state', atMs, attributes: { 'a2a.task.state': state } })
}

const settledStates: readonly (string | undefined)[] = taskStates
  .filter(isSettled)
  .map((state) => spelling10.state[state])
const failedStates: readonly (string | undefined)[] = [spelling10.state.failed, spelling10.state.rejected]

function taskSpan(digest: Digest, taskId: string, task: TracedTask): Span {
  const { sessionId, contextId, agent, startMs, endMs, events, state, changes, links, linked } = task
  const errorType = failedStates.includes(state) ? state : undefined
  return {
    ...taskSpanIds(digest, sessionId, taskId),
    name: 'task',
    kind: 'internal',
    startMs,
    endMs,
    attributes: {
      'a2a.task.id': taskId,
      'a2a.task.state': state,
      'gen_ai.conversation.id': contextId,
      'gen_ai.agent.name': agent?.name,
      'error.type': errorType,
      'parley.session.id': sessionId,
    },
    events,
    droppedEvents: changes - events.length,
    links,
    droppedLinks: linked - links.length,
    ...(errorType !== undefined && { error: '' }),
  }
}
