import { expect, test } from 'vitest'
import type { JsonValue } from '../a2a/model.ts'
import { metadataOwner, type PartOwner, partPointer } from './part-on-wire.ts'

const message: PartOwner = { kind: 'message', id: 'm' }
const artifact: PartOwner = { kind: 'artifact', id: 'a' }
const tools = { a: 1, b: 2 }
const one = [{ text: 'x' }]
const two = [{ text: 'x' }, { data: { messageId: 'm', parts: one } }]

test.each<readonly [name: string, document: JsonValue, PartOwner, number, string | undefined]>([
  [
    'a request of 1.0',
    { params: { message: { messageId: 'm', parts: two } } },
    message,
    1,
    '/params/message/parts/1',
  ],
  ['… of 0.3 gRPC', { request: { message_id: 'm', content: two } }, message, 2, '/request/content/0'],
  [
    'a direct answer of 0.3',
    { result: { kind: 'message', messageId: 'm', parts: one } },
    message,
    1,
    '/result/parts/0',
  ],
  [
    'a chunk of 1.0',
    { result: { artifactUpdate: { artifact: { artifactId: 'a', parts: two } } } },
    artifact,
    1,
    '/result/artifactUpdate/artifact/parts/1',
  ],
  [
    'a chunk of 0.1',
    { result: { artifact: { index: 2, parts: one } } },
    { kind: 'artifact', id: 'index:2' },
    1,
    '/result/artifact/parts/0',
  ],
  [
    'a task: the artifact with that name, the status message with that id',
    {
      task: {
        status: { message: { messageId: 'm', role: 'agent', parts: one } },
        artifacts: [
          { artifactId: 'b', parts: one },
          { artifactId: 'a', parts: two },
        ],
      },
    },
    artifact,
    2,
    '/task/artifacts/1/parts/0',
  ],
  [
    'the rest of a stored artifact is its end',
    { artifacts: [{ artifactId: 'a', parts: [...one, ...two] }] },
    artifact,
    1,
    '/artifacts/0/parts/2',
  ],
  [
    'a message without an id, alone',
    { result: { message: { role: 'agent', parts: one } } },
    { kind: 'message', id: '' },
    1,
    '/result/message/parts/0',
  ],
  [
    '… and among others',
    {
      history: [
        { role: 'agent', parts: one },
        { role: 'user', parts: one },
      ],
    },
    { kind: 'message', id: '' },
    1,
    undefined,
  ],
  ['fewer parts than there should be', { message: { messageId: 'm', parts: one } }, message, 2, undefined],
  [
    'what an agent put into metadata',
    { message: { metadata: { messageId: 'm', parts: one } } },
    message,
    1,
    undefined,
  ],
  [
    'metadata that is shown as a part: the one that says the same',
    { result: { metadata: { of: 'others' }, status: { message: { messageId: 'm', metadata: tools } } } },
    metadataOwner({ b: 2, a: 1 }),
    1,
    '/result/status/message/metadata',
  ],
  ['… and none does', { metadata: { a: 2 } }, metadataOwner(tools), 1, undefined],
  ['no object', null, message, 1, undefined],
])('%s', (_name, document, owner, fromEnd, pointer) => {
  expect(partPointer(document, { owner, fromEnd })).toBe(pointer)
})

test('a document as deep as it likes is looked through to a depth', () => {
  const deep = JSON.parse(`${'{"task":'.repeat(5_000)}null${'}'.repeat(5_000)}`)
  expect(partPointer(deep, { owner: message, fromEnd: 1 })).toBe(undefined)
})
