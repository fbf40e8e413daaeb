import { afterEach, beforeEach, expect, test } from 'vitest'
import { pairRuns } from '#shared/replay/runs.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { type Agent, agent } from '../../../e2e/agents/agent.ts'

let window: TestWindow
let kit: Agent
beforeEach(async () => {
  window = await openWindow()
  kit = await agent({ dialect: '1.0' })
  await window.connect(kit.url)
})
afterEach(async () => {
  await window.close()
  await kit.close()
})

async function session(...texts: readonly [text: string, stream: boolean][]): Promise<string> {
  const { session: now } = await window.client.sessions.record({ action: 'new' })
  const agentId = await window.idOf(kit.url)
  for (const [text, stream] of texts) await window.client.conversation.send({ agentId, text, stream })
  return now?.id ?? ''
}

test('a session as its prompts, with the states and what came of each; two of them paired by what was said', async () => {
  const first = await window.client.sessions.runs({
    sessionId: await session(['many 3', true], ['hello', false]),
  })
  expect(first.map(({ says, states, results }) => [says, states.map(({ state }) => state), results])).toEqual(
    [
      ['many 3', ['submitted', 'working', 'completed'], [{ name: 'Result', text: 'chunk0chunk1chunk2' }]],
      ['hello', ['completed'], [{ name: 'Result', text: 'chunk0chunk1' }]],
    ],
  )
  const [run] = first
  const times = run?.states.map(({ atMs }) => atMs) ?? []
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(run?.totalMs).toBeGreaterThanOrEqual(times.at(-1) ?? 0)

  const second = await window.client.sessions.runs({
    sessionId: await session(['hello', false], ['many 2', true], ['many 3', true]),
  })
  expect(pairRuns(first, second).map(({ before, after }) => [before?.says, after?.says])).toEqual([
    ['many 3', 'many 3'],
    ['hello', 'hello'],
    [undefined, 'many 2'],
  ])
})

test('what came of a prompt is what the chat shows of it, each text once', async () => {
  const sessionId = await session(['states', true], ['repeats', true], ['tokens', true], ['fail', true])
  const answer = 'A city on a hill, a hill of tiles.'
  const runs = await window.client.sessions.runs({ sessionId })
  expect(runs.map(({ states, results }) => [states.map(({ state }) => state), results])).toEqual([
    [['submitted', 'working', 'completed'], [{ name: 'While working', text: answer }]],
    [['submitted', 'working', 'completed'], [{ name: 'Result', text: answer }]],
    [[], [{ name: 'Direct reply', text: answer }]],
    [['submitted', 'working', 'failed'], [{ name: 'Final message', text: 'it broke' }]],
  ])

  const agentId = await window.idOf(kit.url)
  await window.client.chat.readWorkingText({ agentId, as: 'notes' })
  const [noted] = await window.client.sessions.runs({ sessionId })
  expect(noted?.results).toEqual([])
  const { agents } = await window.client.sessions.open({ sessionId })
  expect(agents.map(({ workingText }) => workingText)).toEqual(['notes'])
})

test('of a long session the first prompts are compared, with what came of their tasks later', async () => {
  const { record } = window.engine
  const { sessionId } = record.createSession('long')
  const add = (index: number, operation: 'send' | 'get', position: number, state: string) => {
    const base = { sessionId, exchangeId: `x${index}`, at: index, monoMs: index }
    const request = {
      message: { messageId: `m${index}`, role: 'ROLE_USER', parts: [{ text: `prompt ${index}` }] },
    }
    const task = { id: `t${position}`, contextId: `c${position}`, status: { state } }
    const result = operation === 'send' ? { task } : task
    const call = {
      agentId: 'a',
      purpose: 'operation',
      operation,
      dialect: '1.0',
      binding: 'JSONRPC',
    } as const
    const body = (params: object) => {
      const text = JSON.stringify({ jsonrpc: '2.0', id: '1', ...params })
      return { sizeBytes: text.length, text }
    }
    const params = operation === 'send' ? request : { id: `t${position}` }
    const about = { taskId: `t${position}` }
    record.append(
      {
        ...{
          ...base,
          kind: 'request',
          call: { ...call, label: operation },
          method: 'POST',
          url: 'http://a/',
        },
        ...{ headers: [], body: body({ method: operation, params }) },
      },
      operation === 'get' ? about : {},
    )
    record.append({ ...base, kind: 'response', status: 200, statusText: '', headers: [] })
    record.append(
      { ...base, kind: 'end', reason: 'complete', receivedBytes: 1, body: body({ result }) },
      about,
    )
  }
  for (let index = 0; index < 210; index += 1) add(index, 'send', index, 'TASK_STATE_WORKING')
  add(300, 'get', 3, 'TASK_STATE_COMPLETED')
  add(301, 'get', 205, 'TASK_STATE_COMPLETED')
  const runs = await window.client.sessions.runs({ sessionId })
  expect([runs.length, runs[0]?.says, runs.at(-1)?.says]).toEqual([200, 'prompt 0', 'prompt 199'])
  expect(runs[3]?.states.map(({ state }) => state)).toEqual(['working', 'completed'])
})
