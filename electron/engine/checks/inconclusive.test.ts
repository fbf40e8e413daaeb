// A test that proves nothing about the agent neither passes nor fails.

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { isObject, memberOf } from '#shared/a2a/json-kinds.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { kitPrompts, ranChecks } from '#testing/engine/run-checks.ts'
import { agent } from '../../../e2e/agents/agent.ts'
import { fault } from '../../../e2e/agents/faults.ts'
import type { Quirk } from '../../../e2e/agents/quirk.ts'

let window: TestWindow
beforeAll(async () => {
  window = await openWindow()
})
afterAll(() => window.close())

const card = (url: string) => ({
  name: 'Scripted',
  description: 'Answers as the test says.',
  version: '1.0.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 's', name: 'S', description: 'd', tags: ['t'] }],
})

const task = (state: string): JsonObject => ({
  task: {
    id: 't',
    contextId: 'c',
    status: { state: `TASK_STATE_${state}`, timestamp: '2026-11-23T10:00:00Z' },
  },
})

interface RpcCall {
  readonly id: JsonValue
  readonly method: string
  readonly params: JsonObject
}

interface ScriptedCall {
  readonly call: RpcCall
  readonly socket: Socket
  /** One result is a reply, unless a stream was requested. */
  answer(...results: readonly JsonValue[]): void
  refuse(code: number): void
}

test('one fault is one failure: what needs it is inconclusive, and names it', async () => {
  const bare: Quirk = {
    json(json, { operation }) {
      const inner = isObject(json) && operation === 'send' ? memberOf(json, 'task') : undefined
      return inner ?? json
    },
  }
  const kit = await agent({ dialect: '1.0', quirks: [bare] })
  onTestFinished(() => kit.close())
  const results = await checked(kit.url, { suites: ['core', 'streaming', 'multi-turn'] })
  const select = (outcome: string) => results.filter((each) => each.outcome === outcome)
  expect(select('fail').map(({ testId }) => testId)).toEqual(['CORE-SEND-001'])
  expect(select('inconclusive').length).toBeGreaterThan(30)
  expect(new Set(select('inconclusive').map(({ blockedBy }) => blockedBy))).toEqual(
    new Set(['CORE-SEND-001']),
  )
  expect(select('inconclusive')[0]).toMatchObject({
    testId: 'CORE-SEND-002',
    reason: 'CORE-SEND-001 failed, and this test needs it.',
  })
})

test('a setup that fails by itself is the reason', async () => {
  const kit = await agent({ dialect: '1.0' })
  onTestFinished(() => kit.close())
  const prompts = { ...kitPrompts, 'tck-input-required': { prompt: 'hi' } }
  expect(await checked(kit.url, { tests: ['CORE-MULTI-005'] }, prompts)).toMatchObject([
    {
      outcome: 'inconclusive',
      reason: expect.stringMatching(/^Setup failed: .*TASK_STATE_COMPLETED.*TASK_STATE_INPUT_REQUIRED/),
    },
  ])
})

test('what comes after the end of its task is tried once more, and never fails', async () => {
  const kit = await agent({ dialect: '1.0' })
  onTestFinished(() => kit.close())
  const tests = ['STREAM-SUB-001', 'STREAM-ORDER-004', 'CORE-CANCEL-001']
  const short = { ...kitPrompts, 'tck-long-running': { prompt: 'hi' }, 'tck-cancel': { prompt: 'hi' } }
  const results = await checked(kit.url, { tests, active: true }, short)
  expect(results.map(({ testId }) => testId).toSorted()).toEqual(tests.toSorted())
  for (const { outcome, reason } of results) {
    expect([outcome, reason]).toEqual([
      'inconclusive',
      'It came too late: the task had ended before the agent got this request.',
    ])
  }
  const long = await checked(kit.url, { tests, active: true })
  expect(new Set(long.map(({ outcome }) => outcome))).toEqual(new Set(['pass']))
})

test('a stream that was over before it could be cut off shows nothing', async () => {
  let streams = 0
  const url = await scripted(({ call, answer }) => {
    if (call.method === 'SendStreamingMessage') streams += 1
    answer(task('WORKING'), task('COMPLETED'))
  })
  expect(await checked(url, { tests: ['PARLEY-STREAM-RECONNECT'] })).toMatchObject([
    { outcome: 'inconclusive', reason: 'The stream was over before it could be cut off.' },
  ])
  expect(streams).toBe(2)
})

test('a connection that was lost once decides nothing', async () => {
  let lost = 0
  const flaky = (times: number) =>
    scripted(({ socket, refuse }) => {
      if (lost === times) return refuse(-32001)
      lost += 1
      socket.destroy()
    })
  const tests = ['CORE-GET-002']
  expect(await checked(await flaky(1), { tests })).toMatchObject([{ outcome: 'pass' }])
  lost = 0
  expect(await checked(await flaky(9), { tests })).toMatchObject([
    { outcome: 'inconclusive', reason: expect.stringContaining('closed the connection') },
  ])
  expect(lost).toBe(2)
})

test('a subscription to a task that waits for input has to bring what follows', async () => {
  const url = await scripted(({ call, answer }) => {
    const { message } = call.params
    const isAnswer = isObject(message) && memberOf(message, 'taskId') !== undefined
    // Closes the stream at once.
    if (call.method === 'SubscribeToTask') answer(task('INPUT_REQUIRED'))
    else answer(task(isAnswer ? 'COMPLETED' : 'INPUT_REQUIRED'))
  })
  const tests = ['PARLEY-STREAM-WAITING']
  expect(await checked(url, { tests })).toMatchObject([{ outcome: 'fail', failure: { stepId: 'ended' } }])
  let state = 'INPUT_REQUIRED'
  const refuses = await scripted(({ call, answer, refuse }) => {
    const { message } = call.params
    if (isObject(message)) state = 'taskId' in message ? 'COMPLETED' : 'INPUT_REQUIRED'
    if (call.method === 'SubscribeToTask') refuse(-32004)
    else answer(call.method === 'GetTask' ? (task(state)['task'] ?? null) : task(state))
  })
  // The task was working at the refusal, and has ended when the stream is read.
  expect(await checked(refuses, { tests })).toMatchObject([
    { outcome: 'fail', failure: { stepId: 'ended', message: expect.stringContaining('refused') } },
  ])
  const kit = await agent({ dialect: ['1.0', '1.0-rest', '1.0-grpc'] })
  onTestFinished(() => kit.close())
  expect(await checked(kit.url, { tests, ways: [0, 1, 2] })).toMatchObject([
    { outcome: 'pass' },
    { outcome: 'pass' },
    { outcome: 'pass' },
  ])
})

test('no second spelling decides: an agent that takes the release candidate’s form alone fails', async () => {
  const rc: Quirk = {
    params: (params, operation) => {
      const { taskId, config } = params
      if (operation !== 'push-create') return params
      return isObject(config) ? { taskId: taskId ?? '', ...config } : fault('invalid-params')
    },
  }
  const kit = await agent({ dialect: '1.0', quirks: [rc] })
  onTestFinished(() => kit.close())
  await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
  expect(await checked(kit.url, { tests: ['PUSH-CREATE-001'], active: true })).toMatchObject([
    { outcome: 'fail', failure: { stepId: 'create' } },
  ])
})

async function checked(url: string, request: Partial<Parameters<typeof ranChecks>[1]>, prompts = kitPrompts) {
  const agentId = await window.idOf(url)
  await window.client.card.discover({ agentId })
  await window.client.checks.setPrompts({ agentId, prompts })
  return (await ranChecks(window, { agentId, ...request })).results
}

/** A JSON-RPC agent with this handler for each call. */
async function scripted(onCall: (call: ScriptedCall) => void): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const head = { 'Content-Type': 'application/json', Connection: 'close' }
      return void response.writeHead(200, head).end(JSON.stringify(card(url)))
    }
    const call: RpcCall = JSON.parse((await request.toArray()).join(''))
    const envelope = (result: JsonObject) => JSON.stringify({ jsonrpc: '2.0', id: call.id, ...result })
    onCall({
      call,
      socket: request.socket,
      answer: (...results) => sendResults(response, call, results, envelope),
      refuse: (code) => void response.end(envelope({ error: { code, message: 'Refused' } })),
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return url
}

function sendResults(
  response: ServerResponse,
  { method }: RpcCall,
  results: readonly JsonValue[],
  envelope: (result: JsonObject) => string,
): void {
  const isStream = method === 'SendStreamingMessage' || method === 'SubscribeToTask'
  response.setHeader('Content-Type', isStream ? 'text/event-stream' : 'application/json')
  const lines = results.map((result) => envelope({ result }))
  response.end(isStream ? lines.map((line) => `data: ${line}\n\n`).join('') : lines[0])
}
