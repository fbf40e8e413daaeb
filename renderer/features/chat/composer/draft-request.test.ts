import { expect, test } from 'vitest'
import type { Connection } from '#shared/contract/card.ts'
import type { ConnectionSettings } from '#shared/contract/connection-settings.ts'
import { type Draft, emptyDraft, numbered } from '../../../state/draft.ts'
import { requestOf } from './kept-draft.ts'
import { previewOf } from './request-preview.ts'

const draft: Draft = {
  ...emptyDraft,
  text: 'And this?',
  textAt: 1,
  parts: numbered([
    { kind: 'file-bytes', base64: 'QUJD', filename: 'a.txt', mediaType: 'text/plain' },
    { kind: 'data', data: { n: 1 } },
  ]),
  referenceTaskIds: ['t0'],
  options: { historyLength: 2, returnImmediately: true, messageMetadata: { a: 1 }, metadata: { b: 2 } },
}
const to = { agentId: 'x', stream: true, messageId: 'm1', contextId: 'c1', taskId: undefined }

function previewIn(
  dialect: Connection['dialect'],
  binding: Connection['binding'],
  settings: Pick<ConnectionSettings, 'fileBytes'> = {},
) {
  const connection: Connection = {
    interface: { url: 'http://agent/', binding },
    dialect,
    binding,
    why: '',
    credentials: 'none',
  }
  const preview = previewOf(
    requestOf(draft, to, {}),
    connection,
    { extensions: ['urn:a'], ...settings },
    false,
  )
  return preview && { ...preview, body: JSON.parse(preview.body) }
}

test('the text stands where the user put it', () => {
  expect(requestOf(draft, to, {}).parts?.map(({ kind }) => kind)).toEqual(['file-bytes', 'text', 'data'])
})

test('a draft is shown in the words of the version it will be sent in', () => {
  const one = previewIn('1.0', 'JSONRPC')
  const three = previewIn('0.3', 'JSONRPC')
  expect([one?.head, three?.head]).toEqual(['POST http://agent/', 'POST http://agent/'])
  expect(one?.body).toMatchObject({
    method: 'SendStreamingMessage',
    params: {
      message: {
        messageId: 'm1',
        role: 'ROLE_USER',
        contextId: 'c1',
        referenceTaskIds: ['t0'],
        metadata: { a: 1 },
        parts: [{ raw: 'QUJD' }, { text: 'And this?' }, { data: { n: 1 } }],
      },
      configuration: { historyLength: 2, returnImmediately: true },
      metadata: { b: 2 },
    },
  })
  expect(three?.body).toMatchObject({
    method: 'message/stream',
    params: {
      message: { role: 'user', parts: [{ kind: 'file' }, { kind: 'text' }, { kind: 'data' }] },
      configuration: { historyLength: 2 },
    },
  })
  expect(previewIn('1.0', 'GRPC')?.head).toBe('lf.a2a.v1.A2AService/SendStreamingMessage')
})

test('files are shown encoded as often as they will be', () => {
  const bytesIn = (settings: Pick<ConnectionSettings, 'fileBytes'>) =>
    previewIn('0.3-proto', 'HTTP+JSON', settings)?.body.message.content[0].file.fileWithBytes
  expect([bytesIn({}), bytesIn({ fileBytes: 'encoded-twice' })]).toEqual(['QUJD', 'UVVKRA=='])
})
