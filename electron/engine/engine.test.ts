// Everything one call can send, seen from the agent's side.

import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendOperation } from '#shared/a2a/send-operation.ts'
import { defined } from '#shared/defined.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { untilTestEnds } from '#testing/engine/until-test-ends.ts'
import { agent } from '../../e2e/agents/agent.ts'
import { namedAgent } from '../../e2e/agents/catalogue/catalogue.ts'
import { say } from '../../e2e/agents/steps.ts'
import { isFullRun } from '../../e2e/full-run.ts'

let window: TestWindow
beforeEach(async () => {
  window = await openWindow()
})
afterEach(() => window.close())

const everything = {
  messageId: 'm-1',
  text: '  as typed\n',
  parts: [
    { kind: 'data', data: { nested: [1, null] }, metadata: { of: 'part' } },
    { kind: 'file-bytes', base64: 'aGk=', filename: '../hi.txt', mediaType: 'text/plain' },
    { kind: 'file-url', url: 'https://files.example/a.pdf', mediaType: 'application/pdf' },
  ],
  contextId: 'c-1',
  referenceTaskIds: ['t-0'],
  messageMetadata: { of: 'message' },
  metadata: { of: 'request' },
  acceptedOutputModes: ['text/plain'],
  historyLength: 3,
  returnImmediately: true,
  push: { id: 'p-1', url: 'http://127.0.0.1:9/hook', token: 'tok' },
} as const

test.each([
  [
    'v1.0',
    {
      message: {
        messageId: 'm-1',
        contextId: 'c-1',
        role: 'ROLE_USER',
        referenceTaskIds: ['t-0'],
        metadata: { of: 'message' },
        parts: [
          { text: '  as typed\n' },
          { data: { nested: [1, null] }, metadata: { of: 'part' } },
          { raw: 'aGk=', filename: '../hi.txt', mediaType: 'text/plain' },
          { url: 'https://files.example/a.pdf', mediaType: 'application/pdf' },
        ],
      },
      configuration: {
        acceptedOutputModes: ['text/plain'],
        historyLength: 3,
        returnImmediately: true,
        taskPushNotificationConfig: { id: 'p-1', url: 'http://127.0.0.1:9/hook', token: 'tok' },
      },
      metadata: { of: 'request' },
    },
  ],
  [
    'v0.3',
    {
      message: {
        kind: 'message',
        messageId: 'm-1',
        contextId: 'c-1',
        role: 'user',
        referenceTaskIds: ['t-0'],
        metadata: { of: 'message' },
        parts: [
          { kind: 'text', text: '  as typed\n' },
          { kind: 'data', data: { nested: [1, null] }, metadata: { of: 'part' } },
          { kind: 'file', file: { bytes: 'aGk=', name: '../hi.txt', mimeType: 'text/plain' } },
          { kind: 'file', file: { uri: 'https://files.example/a.pdf', mimeType: 'application/pdf' } },
        ],
      },
      configuration: {
        acceptedOutputModes: ['text/plain'],
        blocking: false,
        historyLength: 3,
        pushNotificationConfig: { id: 'p-1', url: 'http://127.0.0.1:9/hook', token: 'tok' },
      },
      metadata: { of: 'request' },
    },
  ],
])('everything that can be said arrives as %s spells it', async (name, params) => {
  const { url, requests } = await untilTestEnds(namedAgent(name).start())
  const agentId = await window.idOf(url)
  await window.client.conversation.send({
    agentId,
    stream: false,
    ...everything,
    parts: [...everything.parts],
    referenceTaskIds: [...everything.referenceTaskIds],
    acceptedOutputModes: [...everything.acceptedOutputModes],
  })
  expect(JSON.parse(String(requests.at(-1)?.body)).params).toEqual(params)
})

test('an extension is activated for one call, besides those set for the agent', async () => {
  const { url, requests } = await untilTestEnds(namedAgent('v1.0').start())
  const agentId = await window.idOf(url)
  await window.client.agents.configure({ agentId, settings: { substitutes: [], extensions: ['urn:always'] } })
  const send = (extensions?: string[]) =>
    window.client.conversation.send({ agentId, stream: false, text: 'hi', ...defined({ extensions }) })
  await send(['urn:once', 'urn:always'])
  await send()
  const sent = requests
    .slice(-2)
    .map(({ headers }) => headers.find(([name]) => name === 'A2A-Extensions')?.[1])
  expect(sent).toEqual(['urn:always, urn:once', 'urn:always'])
})

/** The smaller one needs many pieces, too. */
const fileMb = isFullRun ? 50 : 5

test(`a file of ${fileMb} MB goes out and comes back, byte for byte`, async () => {
  const file = randomBytes(fileMb * 1_000_000)
  const base64 = file.toString('base64')
  const { url } = await untilTestEnds(
    agent({
      dialect: '1.0',
      *script({ message }) {
        yield { step: 'message', parts: message.parts }
        yield say('never reached')
      },
    }),
  )
  const agentId = await window.idOf(url)
  const { exchangeId } = await window.client.conversation.send({
    agentId,
    stream: false,
    parts: [{ kind: 'file-bytes', base64, mediaType: 'application/octet-stream' }],
  })
  const end = (await window.entries(exchangeId)).find(({ kind }) => kind === 'end')
  const stored = end?.kind === 'end' ? window.engine.record.body(end.body?.hash ?? '')?.bytes : undefined
  const [part] = JSON.parse(Buffer.from(stored ?? []).toString('latin1')).result.message.parts
  expect(createHash('sha256').update(Buffer.from(part.raw, 'base64')).digest('hex')).toBe(
    createHash('sha256').update(file).digest('hex'),
  )
}, 60_000)

test('what is shown beforehand is what is sent', () => {
  expect(sendOperation({ stream: true, text: 'hi' }, 'm-2')).toEqual({
    kind: 'stream',
    message: { messageId: 'm-2', role: 'user', parts: [{ kind: 'text', text: 'hi' }] },
  })
})
