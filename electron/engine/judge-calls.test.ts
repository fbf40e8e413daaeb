// Findings over several calls of one agent, or on a response with its request: real calls over real HTTP, and the
// findings in the record.

import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import type { Operation, SendOptions } from '#shared/a2a/operation.ts'
import { encoded } from '#testing/engine/encoded.ts'
import { createJudge } from './judge.ts'
import { openRecord, type SessionRecord } from './store/record.ts'
import { createWire, type Wire } from './wire/wire.ts'

let dataDir: string
let record: SessionRecord
let wire: Wire
let sessionId: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-calls-'))
  record = openRecord({ dataDir })
  wire = createWire({ record, judge: createJudge() })
  sessionId = record.createSession('calls').sessionId
})
afterEach(() => {
  wire.close()
  record.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Step = readonly [operation: Operation, result: JsonValue, dialect?: DialectId]

/** Findings on the responses to these calls, sent in sequence. */
async function foundOver(...steps: readonly Step[]): Promise<readonly string[]> {
  const results = steps.map(([, result]) => result)
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(String(Buffer.concat(await Array.fromAsync(request))))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results.shift() }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  try {
    for (const [operation, , dialect = '1.0'] of steps) {
      const call = encoded(dialect, 'JSONRPC', operation)
      await wire.call({ sessionId, agentId: 'a', purpose: 'operation', url, ...call }).done
    }
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  record.flush()
  const { entries } = await record.read({ after: 0 })
  return entries.flatMap(({ findings = [] }) =>
    findings.map(({ rule, severity, message }) => `${severity} ${rule}: ${message}`),
  )
}

const send = (options?: SendOptions): Operation => ({
  kind: 'send',
  message: { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
  ...(options && { options }),
})
const task10 = (state: string) => ({ id: 't', contextId: 'c', status: { state: `TASK_STATE_${state}` } })
const task03 = (state: string) => ({ kind: 'task', id: 't', contextId: 'c', status: { state } })

const isOpen = '"t" has neither ended nor stopped for input.'
test.each<readonly [string, Step, readonly string[]]>([
  [
    '1.0, where nothing is set',
    [send(), { task: task10('WORKING') }],
    [
      `error CORE-EXECUTION-MODE-001: Blocking request returned a working task (\`returnImmediately\` wasn’t set): ${isOpen}`,
    ],
  ],
  ['1.0, where it returns at once', [send({ returnImmediately: true }), { task: task10('WORKING') }], []],
  ['1.0, where it waits for input', [send(), { task: task10('INPUT_REQUIRED') }], []],
  [
    '0.3, whose client always says it',
    [send(), task03('submitted'), '0.3'],
    [
      `warning CORE-EXECUTION-MODE-001: Blocking request returned a submitted task (\`blocking\` was true): ${isOpen}`,
    ],
  ],
  ['0.3, where it returns at once', [send({ returnImmediately: true }), task03('working'), '0.3'], []],
])('a send is answered with a task in %s', async (_what, step, expected) => {
  expect(await foundOver(step)).toEqual(expected)
})

const get: Operation = { kind: 'get', taskId: 't' }
const cancel: Operation = { kind: 'cancel', taskId: 't' }

test.each<readonly [string, readonly Step[], readonly unknown[]]>([
  [
    'had completed',
    [
      [get, task10('COMPLETED')],
      [cancel, task10('COMPLETED')],
    ],
    [
      expect.stringMatching(
        /^error CORE-CANCEL-002: Canceling a completed task returned it as completed instead of TaskNotCancelableError \(−32002\): `t` was completed \d+ m?s before/,
      ),
    ],
  ],
  [
    'had been canceled',
    [
      [get, task10('CANCELED')],
      [cancel, task10('CANCELED')],
    ],
    [],
  ],
  [
    'was at work',
    [
      [get, task10('WORKING')],
      [cancel, task10('COMPLETED')],
    ],
    [],
  ],
])('a task is canceled that %s', async (_what, steps, expected) => {
  expect(await foundOver(...steps)).toEqual(expected)
})

const list = (pageToken: string): Operation => ({
  kind: 'list',
  pageSize: 2,
  ...(pageToken && { pageToken }),
})
const page = (nextPageToken: string, ...ids: readonly string[]) => ({
  tasks: ids.map((id) => ({ ...task10('COMPLETED'), id })),
  ...{ nextPageToken, pageSize: 2, totalSize: 4 },
})

test.each([
  [
    'the page before',
    ['a', 'b'],
    [
      'warning CORE-LIST-002: Page token `x` returned the tasks of the page before again: `a` and 1 more. The agent likely ignores `pageToken`.',
    ],
  ],
  ['the page after', ['c', 'd'], []],
])('a page token leads to %s', async (_where, ids, expected) => {
  expect(await foundOver([list(''), page('x', 'a', 'b')], [list('x'), page('y', ...ids)])).toEqual(expected)
})

const config = { id: 'c', taskId: 't', url: 'http://127.0.0.1:1/hook' }
const create: Step = [{ kind: 'push-create', taskId: 't', config: { id: 'c', url: config.url } }, config]
const remove: Step = [{ kind: 'push-delete', taskId: 't', configId: 'c' }, {}]
const isThere = expect.stringMatching(
  /^error PUSH-DEL-001: A deleted push configuration is still there: `c` of the task `t` was deleted \d+ s before/,
)

test.each<readonly [string, readonly Step[], readonly unknown[]]>([
  [
    'is listed',
    [
      create,
      remove,
      [
        { kind: 'push-list', taskId: 't' },
        { configs: [config], nextPageToken: '' },
      ],
    ],
    [isThere],
  ],
  [
    'is returned, whatever the version it is asked in',
    [
      create,
      remove,
      [
        { kind: 'push-get', taskId: 't', configId: 'c' },
        { taskId: 't', pushNotificationConfig: { id: 'c', url: config.url } },
        '0.3',
      ],
    ],
    [isThere],
  ],
  [
    'is created again, and listed',
    [
      create,
      remove,
      create,
      [
        { kind: 'push-list', taskId: 't' },
        { configs: [config], nextPageToken: '' },
      ],
    ],
    [],
  ],
])('a push configuration that was deleted %s', async (_what, steps, expected) => {
  expect(await foundOver(...steps)).toEqual(expected)
})
