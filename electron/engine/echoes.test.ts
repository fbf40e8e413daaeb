// JSON that an agent merely echoes is not the agent's fault.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { createJudge } from './judge.ts'
import { readCall } from './receiver/judge-call.ts'
import { judgedCall } from './receiver/webhook-entry.ts'
import { openRecord, type SessionRecord } from './store/record.ts'
import type { Judge } from './wire/reading.ts'
import { createWire, type Wire } from './wire/wire.ts'

let dataDir: string
let record: SessionRecord
let judge: Judge
let wire: Wire
let sessionId: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-echoes-'))
  record = openRecord({ dataDir })
  judge = createJudge()
  wire = createWire({ record, judge })
  sessionId = record.createSession('echoes').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Call = readonly [operation: OperationKind, method: string, params: JsonObject, result: JsonValue]

/** Findings on responses to raw requests: each rule and its place. */
async function foundIn(requests: readonly Call[]): Promise<readonly string[]> {
  const server = createServer(async (request, response) => {
    const { id, method } = JSON.parse(String(Buffer.concat(await Array.fromAsync(request))))
    const result = requests.find(([, each]) => each === method)?.[3]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    for (const [operation, method, params] of requests) {
      const { done } = wire.request({
        sessionId,
        purpose: 'operation',
        method: 'POST',
        url: `http://127.0.0.1:${port}/`,
        agentId: 'agent-1',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        dialect: dialectOf('1.0'),
        binding: 'JSONRPC',
        operation,
        requestId: 1,
      })
      await done
    }
    record.flush()
    const { entries } = await record.read({ after: 0, filter: { sessionId } })
    return entries.flatMap(({ findings = [] }) => findings.map(({ rule, pointer }) => `${rule} ${pointer}`))
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

const odd = {
  messageId: 'm-1',
  role: 'ROLE_USER',
  color: 'red',
  extensions: ['no uri'],
  parts: [{ text: 'hi', size: 3 }],
}
const status = { state: 'TASK_STATE_WORKING' }
const task = { id: 't', contextId: 'c', status }
const send = (message: JsonObject, result: JsonValue): Call => ['send', 'SendMessage', { message }, result]

test.each([
  ['in the history of its task', send(odd, { task: { ...task, history: [odd] } })],
  [
    'with ids of its own in it',
    send(odd, { task: { ...task, history: [{ contextId: 'c', ...odd, taskId: 't' }] } }),
  ],
  [
    'without an id, as it came',
    send({ ...odd, messageId: '' }, { task: { ...task, history: [{ ...odd, messageId: '' }] } }),
  ],
  [
    'as parts of an artifact',
    send(odd, { task: { ...task, artifacts: [{ artifactId: 'a', parts: odd.parts }] } }),
  ],
  [
    'as metadata of its task',
    send({ ...odd, metadata: nested(90) }, { task: { ...task, metadata: nested(90) } }),
  ],
  [
    'with the task id that it was sent with',
    send({ ...odd, taskId: 'other' }, { task: { ...task, history: [{ ...odd, taskId: 'other' }] } }),
  ],
])('a message that is sent back %s is not judged', async (_where, requests) => {
  expect(await foundIn([requests])).toEqual([])
})

test('a message is known again in a later answer', async () => {
  const got: Call = ['get', 'GetTask', { id: 't' }, { ...task, history: [odd] }]
  expect(await foundIn([send(odd, { task }), got])).toEqual([])
})

test('a push configuration that is sent back as it came is not judged', async () => {
  const config = { taskId: 't', url: 'no url', color: 'red', authentication: { scheme: '' } }
  const set: Call = ['push-create', 'CreateTaskPushNotificationConfig', config, { id: 'p', ...config }]
  expect(await foundIn([set])).toEqual([])
})

test('a message in a notification is not judged', async () => {
  await foundIn([send(odd, { task })])
  const body = Buffer.from(
    JSON.stringify({ task: { ...task, history: [odd, { ...odd, messageId: 'm-2' }] } }),
  )
  const headers = [['Content-Type', 'application/json']] as const
  const call = { method: 'POST', url: '/', headers, remoteAddress: '', body, seenBytes: body.length }
  const config = { id: 'p', url: '', agentId: 'agent-1', taskId: 't', dialect: '1.0' } as const
  const whole = { ...call, outcome: 'whole', at: 0, monoMs: 0 } as const
  const { findings = [] } = judgedCall(config, whole, readCall(body, '1.0'), undefined, judge)
  expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
    'DM-SERIAL-005 /task/history/1/color',
    'PARLEY-OBJ-014 /task/history/1/extensions/0',
  ])
})

test.each([
  [
    'a member that the agent adds to it',
    send(odd, { task: { ...task, history: [{ ...odd, size: 1 }] } }),
    ['DM-SERIAL-005 /result/task/history/0/size'],
  ],
  [
    'a value that it changes',
    send(odd, { task: { ...task, history: [{ ...odd, color: null }] } }),
    ['DM-SERIAL-005 /result/task/history/0/color'],
  ],
  [
    'a message that it lists twice',
    send(odd, { task: { ...task, history: [odd, odd] } }),
    ['PARLEY-OBJ-013 /result/task/history/1/messageId'],
  ],
  ['the message as its own answer', send(odd, { message: odd }), ['PARLEY-OBJ-015 /result/message/role']],
])('%s is judged still', async (_what, requests, expected) => {
  expect(await foundIn([requests])).toEqual(expected)
})

function nested(levels: number): JsonObject {
  let value: JsonObject = { leaf: true }
  for (let i = 0; i < levels; i++) value = { in: value }
  return value
}
