// The position of a call among all updates of its task: overtaken, after the end, about an unknown task.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { slice, values } from '#shared/collections/list.ts'
import type { WebhookCallView } from '#shared/story/webhook-call.ts'
import { foldRecord } from '#testing/engine/fold-record.ts'
import { openReceiving, type Receiving } from '#testing/engine/open-receiving.ts'
import { rawPost } from '#testing/engine/raw-request.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import type { Quirk } from '../../../e2e/agents/quirk.ts'

/** The agent's statuses have this time, by its clock. */
const date = new Date('2026-11-21T10:00:00.000Z')
const earlier = '2026-11-21T09:59:59.000Z'
const later = '2026-11-21T10:00:09.000Z'

let at: Receiving
let letCallsGo: () => void

beforeEach(async () => {
  const deferred = Promise.withResolvers<void>()
  const heldBack: Quirk = {
    async *webhook(calls) {
      await deferred.promise
      yield* calls
    },
  }
  letCallsGo = deferred.resolve
  at = await openReceiving(await agent({ dialect: '1.0', now: () => date, quirks: [heldBack] }))
})
afterEach(() => at.close())

it('calls that come when their stream has told all are late, but for the one that tells the end', async () => {
  const { id } = await at.prepared()
  await stream('hi', id)
  letCallsGo()
  await expect.poll(at.calls).toHaveLength(5)
  expect(await lines()).toEqual([
    'task submitted known late',
    'status working known late',
    'artifact known late',
    'artifact known late',
    'status completed known',
  ])
})

describe('a call about a task that has ended', () => {
  it.each([
    ['tells its end again', 'COMPLETED', date.toISOString(), 'status completed known'],
    ['tells what was before the end', 'WORKING', earlier, 'status working news late'],
    ['tells of work after the end', 'WORKING', later, 'status working news after the end'],
  ])('%s', async (_name, state, timestamp, line) => {
    const { url } = await at.prepared()
    await stream('hi')
    const task = slice((await foldRecord(at.window.engine)).tasks).at(-1)
    await rawPost(url, statusOf(task?.taskId ?? '', state, timestamp))
    expect(await lines()).toEqual([line])
  })
})

it('a call about a task that nobody knows is told apart from one about the task it was registered for', async () => {
  const existing = await at.startedTask()
  await at.prepared()
  const { url } = await at.window.client.push.set({ ...existing, options: {} })
  await rawPost(url, statusOf(existing.taskId, 'WORKING', later))
  await rawPost(url, statusOf('nobody-has-this', 'WORKING', later))
  const { tasks } = await foldRecord(at.window.engine)
  const strangers = [...values(tasks)].filter(({ foreign }) => foreign).map(({ taskId }) => taskId)
  expect(strangers).toEqual(['nobody-has-this'])
  expect((await at.calls()).map(({ registration }) => registration?.taskId)).toEqual([
    existing.taskId,
    existing.taskId,
  ])
})

function stream(text: string, pushConfigId?: string) {
  const { agentId, window } = at
  return window.client.conversation.send({
    agentId,
    text,
    stream: true,
    ...(pushConfigId && { pushConfigId }),
  })
}

function statusOf(taskId: string, state: string, timestamp: string): string {
  const status = { state: `TASK_STATE_${state}`, timestamp }
  return JSON.stringify({ statusUpdate: { taskId, contextId: 'c', status } })
}

/** A sentence for each call. */
async function lines(): Promise<readonly string[]> {
  const { exchanges } = await foldRecord(at.window.engine)
  return [...values(exchanges)].flatMap(({ webhook }) => (webhook ? [lineOf(webhook)] : []))
}

function lineOf({ told, late, afterTerminal, outOfOrder }: WebhookCallView): string {
  return [
    told?.what,
    told?.state,
    told?.landing?.news ? 'news' : 'known',
    outOfOrder && 'out of order',
    late && 'late',
    afterTerminal && 'after the end',
  ]
    .filter(Boolean)
    .join(' ')
}
