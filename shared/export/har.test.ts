import { expect, test } from 'vitest'
import type { FrameEntry, RequestEntry } from '../record/entry.ts'
import { harEntryOf } from './har.ts'

const place = { seq: 1, sessionId: 's', exchangeId: 'x', at: 0, monoMs: 100 }
const request: RequestEntry = {
  ...place,
  kind: 'request',
  call: { purpose: 'operation', label: 'SendStreamingMessage' },
  method: 'POST',
  url: 'http://a/',
  headers: [],
}
const frame = (index: number, text: string): FrameEntry => ({
  ...{ ...place, monoMs: 100 + index, kind: 'frame', index, framing: 'sse' },
  raw: { sizeBytes: 0, text },
})

test('a stream is its frames put together, measured in bytes', () => {
  const { response, _frames } = harEntryOf({
    request,
    frames: [frame(1, 'data: ☂\n\n'), frame(2, 'data: 𝄞\n\n')],
    bodyOf: ({ text = '' }) => ({ kind: 'text', text }),
  })
  expect(response.content).toEqual({
    size: 23,
    mimeType: 'x-unknown',
    text: 'data: ☂\n\ndata: 𝄞\n\n',
  })
  expect(_frames).toEqual([
    { atMs: 1, framing: 'sse', raw: { kind: 'text', text: 'data: ☂\n\n' } },
    { atMs: 2, framing: 'sse', raw: { kind: 'text', text: 'data: 𝄞\n\n' } },
  ])
})
