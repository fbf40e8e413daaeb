import { z } from 'zod'
import { taskStates } from '#shared/a2a/model.ts'
import { agentIdSchema } from '#shared/contract/agents.ts'
import { historyLengthSchema, protocolIdSchema } from '#shared/contract/operation.ts'
import { defined } from '#shared/defined.ts'
import { broughtBy } from '../exchange-text.ts'
import { deadlineAfter, paging, tool, waiting } from '../tool.ts'
import { offsetOf, rowsText } from '../tool-result.ts'

const aTask = { agentId: agentIdSchema, taskId: protocolIdSchema }
const leastIntervalMs = 100
/** Between two polls of a task; a longer one is refused. */
const maxPollIntervalMs = 60_000

export const waitForTaskTool = tool({
  name: 'wait_for_task',
  title: 'Wait for a task',
  description:
    'Polls a task until it is settled, requires input or authorization, or the wait is over. Each poll is recorded.',
  input: z.object({
    ...aTask,
    intervalMs: z.int().min(leastIntervalMs).max(maxPollIntervalMs).default(1_000),
    maxTokens: paging.maxTokens,
    ...waiting,
  }),
  isReadOnly: true,
  async run({ agentId, taskId, intervalMs, waitMs, maxTokens }, context) {
    const left = deadlineAfter(waitMs)
    const steps = await context.client.tasks.poll({ agentId, taskId, intervalMs }, { signal: context.signal })
    let exchangeId: string | undefined
    let end: Exclude<keyof typeof outcomes, 'time'> | undefined
    for await (const step of steps) {
      exchangeId = step.exchangeId
      end = step.end
      context.progress(`poll ${step.poll}: ${step.state ?? 'no task in the response'}`, step.poll)
      if (end !== undefined || left() < (step.waitMs ?? 0)) break
    }
    if (exchangeId === undefined) return { texts: ['No response to the first poll yet.'] }
    return broughtBy(context, exchangeId, [outcomes[end ?? 'time']], { maxTokens })
  },
})

const outcomes = {
  settled: 'The task has reached its final state.',
  waiting: 'The task waits for input: answer with send_message and this taskId.',
  'no-answer': 'The poll brought no task.',
  'gave-up': 'Needs a person: the task still waits for authorization.',
  time: 'The time is up and the task is not settled: call again to keep waiting.',
} as const

export const getTaskTool = tool({
  name: 'get_task',
  title: 'Get a task',
  description: 'Asks the agent for a task, with its artifacts.',
  input: z.object({ ...aTask, historyLength: historyLengthSchema.optional(), maxTokens: paging.maxTokens }),
  isReadOnly: true,
  async run({ maxTokens, ...task }, context) {
    const { exchangeId } = await context.client.tasks.get(task, { signal: context.signal })
    return broughtBy(context, exchangeId, [], { maxTokens })
  },
})

export const cancelTaskTool = tool({
  name: 'cancel_task',
  title: 'Cancel a task',
  description: 'Asks the agent to cancel a task.',
  input: z.object({ ...aTask, maxTokens: paging.maxTokens }),
  isReadOnly: false,
  async run({ maxTokens, ...task }, context) {
    const { exchangeId } = await context.client.tasks.cancel(task, { signal: context.signal })
    return broughtBy(context, exchangeId, [], { maxTokens })
  },
})

/** Positions in agents' task lists that cursors stand for; the oldest is dropped, and its cursor refused. */
const maxListPlaces = 100

interface ListPlace {
  /** The agent's page token; the first page has none. */
  readonly pageToken?: string | undefined
  /** Tasks of this page that were already returned. */
  readonly skip: number
}

/** An agent's page token is untrusted text: a coding agent receives a number in its place. */
function createListPlaces() {
  const listPlaces = new Map<string, ListPlace>()
  let made = 0
  return {
    get: (cursor: string) => listPlaces.get(cursor),
    keep(place: ListPlace): string {
      made += 1
      const cursor = `${made}`
      listPlaces.set(cursor, place)
      const [oldest] = listPlaces.keys()
      if (listPlaces.size > maxListPlaces && oldest !== undefined) listPlaces.delete(oldest)
      return cursor
    },
  }
}

const places = createListPlaces()
const usualTasks = 10
/** Tasks requested from an agent at once; more are refused, and the cursor has the rest. */
const maxListedTasks = 50

export const listTasksTool = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Asks the agent for its tasks. A2A 1.0 has this everywhere, 0.3 over REST only.',
  input: z.object({
    agentId: agentIdSchema,
    contextId: protocolIdSchema.optional(),
    state: z.enum(taskStates).optional(),
    pageSize: z.int().min(1).max(maxListedTasks).default(usualTasks),
    cursor: paging.cursor,
  }),
  isReadOnly: true,
  async run({ cursor, ...filter }, { client, signal, mask }) {
    const place = cursor === undefined ? { skip: 0 } : places.get(cursor)
    if (!place) return { texts: ['This cursor is no longer known: start again without one.'] }
    const { pageToken, skip } = place
    const { exchangeId, page, problem } = await client.tasks.list(
      { ...filter, ...defined({ pageToken }) },
      { signal },
    )
    if (!page) {
      const why = problem ? mask(`${problem.what}: ${problem.detail}`) : 'The response has no list of tasks'
      return { texts: [`${why} (get_exchange ${exchangeId} has all of it)`] }
    }
    const rows = page.tasks
      .slice(skip)
      .map(({ taskId, contextId, state, timestamp }) =>
        mask(JSON.stringify({ taskId, contextId, state, timestamp })),
      )
    const statements = [
      `exchangeId: ${exchangeId}`,
      `${rows.length} tasks${page.totalSize === undefined ? '' : ` of ${page.totalSize}`}`,
    ]
    const { next, ...toolText } = rowsText(statements, rows, {}, { total: rows.length })
    const rest = restOf(next, place, page.nextPageToken)
    return { ...toolText, ...(rest && { next: places.keep(rest) }) }
  },
})

/** An agent may send more than requested: tasks that did not fit are requested again. */
function restOf(next: string | undefined, { pageToken, skip }: ListPlace, nextToken: string | undefined) {
  if (next !== undefined) return { pageToken, skip: skip + offsetOf(next) }
  return nextToken === undefined ? undefined : { pageToken: nextToken, skip: 0 }
}
