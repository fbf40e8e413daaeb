import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encoded } from '#testing/engine/encoded.ts'
import { openHttpServer, reply } from '../../../e2e/agents/http-server.ts'
import { createJudge } from '../judge.ts'
import { openRecord } from '../store/record.ts'
import { callInEitherSpelling, createWire } from './wire.ts'

const event = 'data: {"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}\n\n'
const task = '{"task":{"id":"t1","contextId":"c1","status":{"state":"TASK_STATE_COMPLETED"}}}'
const refusal =
  '{"error":"io.a2a.spec.InvalidParamsError","message":"Failed to parse request body: Cannot find field: name in message a2a.v1.FilePart"}'

test('a send whose file a2a-java refuses by its name goes out again without it', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-spelling-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record })
  const { sessionId } = record.createSession('spelling')
  const bodies: string[] = []
  const server = await openHttpServer(
    async ({ request }) => {
      const text = request.body.toString('utf8')
      bodies.push(text)
      return text.includes('"name"')
        ? reply(422, 'application/json', refusal)
        : reply(200, 'application/json', task)
    },
    () => undefined,
  )
  const file = { kind: 'file-url', url: 'https://e.x/a', filename: 'a.txt' } as const
  const message = { messageId: 'm', role: 'user', parts: [file] } as const
  const outcome = await callInEitherSpelling(wire, {
    sessionId,
    purpose: 'operation',
    url: server.url,
    ...encoded('0.3-proto', 'HTTP+JSON', { kind: 'send', message }),
  }).done
  expect([
    outcome.kind === 'reply' && outcome.decoded.kind,
    bodies.map((body) => JSON.parse(body).message.content),
  ]).toEqual([
    'result',
    [
      [{ file: { fileWithUri: 'https://e.x/a', name: 'a.txt' } }],
      [{ file: { fileWithUri: 'https://e.x/a' } }],
    ],
  ])
  wire.close()
  record.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('what is sent is the call as it was handed over, in both spellings, and what was sent is on the record', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-spelling-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record })
  const { sessionId } = record.createSession('spelling')
  const bodies: string[] = []
  const server = await openHttpServer(
    async ({ request }) => {
      bodies.push(request.body.toString('utf8'))
      return reply(500, 'application/json', '{}')
    },
    () => undefined,
  )
  const config = { url: 'https://e.x/hook' }
  const own = encoded('1.0', 'HTTP+JSON', { kind: 'push-create', taskId: 't1', config })
  if (own.call.binding !== 'HTTP+JSON') throw new Error('another binding')
  await callInEitherSpelling(wire, {
    sessionId,
    purpose: 'operation',
    url: server.url,
    ...own,
    call: { ...own.call, body: { ...own.call.body, pad: 'no dialect writes this' } },
  }).done
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { sessionId } })
  expect(bodies.map((body) => Object.keys(JSON.parse(body)))).toEqual([
    ['taskId', 'url', 'pad'],
    ['taskId', 'config'],
  ])
  expect(bodies[1]).toContain('no dialect writes this')
  expect(entries.flatMap((entry) => (entry.kind === 'request' ? [entry.body?.text] : []))).toEqual(bodies)
  wire.close()
  record.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a subscribe refused as POST goes out again as GET, and both are on the record', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-spelling-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record })
  const { sessionId } = record.createSession('spelling')
  const server = await openHttpServer(
    async ({ request }) =>
      request.method === 'GET'
        ? reply(200, 'text/event-stream', event)
        : reply(405, 'text/plain', 'Method Not Allowed'),
    () => undefined,
  )
  const call = callInEitherSpelling(wire, {
    sessionId,
    purpose: 'operation',
    url: server.url,
    ...encoded('0.3-proto', 'HTTP+JSON', { kind: 'subscribe', taskId: 't1' }),
  })
  const states: unknown[] = []
  for await (const { decoded } of call.updates)
    states.push(
      decoded.kind === 'result' && decoded.result.kind === 'task' && decoded.result.task.status.state,
    )
  const outcome = await call.done
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { sessionId } })
  const requests = entries.flatMap((entry) =>
    entry.kind === 'request' ? [`${entry.method} ${entry.url}`] : [],
  )
  expect({ states, outcome, asked: requests }).toEqual({
    states: ['completed'],
    outcome: { kind: 'stream', httpStatus: 200, items: 1, unfinished: false },
    asked: [`POST ${server.url}/v1/tasks/t1:subscribe`, `GET ${server.url}/v1/tasks/t1:subscribe`],
  })
  wire.close()
  record.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a call that was accepted only in the release candidate’s form is a finding, one that the spec has twice is none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-spelling-'))
  const record = openRecord({ dataDir })
  const wire = createWire({ record, judge: createJudge() })
  const { sessionId } = record.createSession('spelling')
  const server = await openHttpServer(
    async ({ request }) => {
      if (request.path.endsWith(':subscribe'))
        return request.method === 'GET'
          ? reply(200, 'text/event-stream', event)
          : reply(405, 'text/plain', '')
      return request.body.includes('"config"')
        ? reply(200, 'application/json', '{"taskId":"t1","id":"p","url":"https://e.x/hook"}')
        : reply(400, 'application/json', '{"error":{"code":400,"status":"INVALID_ARGUMENT","message":"m"}}')
    },
    () => undefined,
  )
  const config = { url: 'https://e.x/hook' }
  const common = { sessionId, purpose: 'operation', url: server.url } as const
  const create = encoded('1.0', 'HTTP+JSON', { kind: 'push-create', taskId: 't1', config })
  await callInEitherSpelling(wire, { ...common, ...create }).done
  const subscribe = encoded('1.0', 'HTTP+JSON', { kind: 'subscribe', taskId: 't1' })
  await callInEitherSpelling(wire, { ...common, ...subscribe }).done
  const strict = callInEitherSpelling(wire, { ...common, ...create }, { strict: true })
  expect(await strict.done).toMatchObject({ kind: 'reply', httpStatus: 400 })
  const strictToo = callInEitherSpelling(wire, { ...common, ...subscribe }, { strict: true })
  expect(await strictToo.done).toMatchObject({ kind: 'stream' })
  record.flush()
  const { entries } = await record.read({ after: 0, filter: { sessionId } })
  const matches = entries
    .flatMap(({ findings = [] }) => findings)
    .filter(({ rule }) => rule === 'PARLEY-HTTP-015')
  expect(matches).toMatchObject([
    {
      severity: 'error',
      message: expect.stringMatching(/^The agent accepted only the release candidate’s form/),
      spec: { version: '1.0', section: '3.1.7' },
    },
  ])
  wire.close()
  record.close()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})
