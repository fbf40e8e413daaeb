import { expect, test } from 'vitest'
import type { JsonValue } from '#shared/a2a/model.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { responseTexts } from './response-texts.ts'

const { agent, chunk, result, send, status, statusUpdate, task, user } = wire10

function textsOf(...frames: JsonValue[]) {
  const record = createScriptedRecord()
  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'Plan a day')) })
  for (const frame of frames) record.frame('x', frame)
  record.end('x')
  return responseTexts(record.entries, () => undefined)
}

test('chunks of an artifact are one text, a replacement takes its place, and states have their messages', () => {
  const { sentText, texts } = textsOf(
    result({ task: task('t', status('WORKING')) }),
    result(chunk('t', 'plan', 'gone', {})),
    result(chunk('t', 'plan', '# Day 1\n', {})),
    result(chunk('t', 'plan', 'Alfama')),
    result(statusUpdate('t', status('COMPLETED', { message: agent('a', 'Have a good journey.') }))),
  )
  expect(sentText).toBe('Plan a day')
  expect(texts).toEqual([
    { name: 'plan', text: '# Day 1\nAlfama' },
    { name: 'States', text: 'working\ncompleted Have a good journey.' },
  ])
})

test('a file is named by its size and its content, never by its bytes', () => {
  const file = (raw: string) =>
    textsOf(
      result({
        message: {
          ...agent('a', ''),
          parts: [{ raw, filename: 'ticket.pdf', mediaType: 'application/pdf' }],
        },
      }),
    ).texts[0]?.text
  expect(file('aGVsbG8h')).toMatch(/^ticket\.pdf · application\/pdf · 6 bytes · [\da-f]+$/)
  expect(file('aGVsbG8h')).not.toBe(file('aGVsbG8i'))
})

test('an error is a text', () => {
  expect(textsOf({ jsonrpc: '2.0', id: 1, error: { code: -32_004, message: 'Unsupported' } }).texts).toEqual([
    { name: 'Error', text: 'Error -32004: Unsupported' },
  ])
})

test('a task that was asked for has its texts, too', () => {
  const record = createScriptedRecord()
  record.call({
    id: 'x',
    operation: 'get',
    body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 't' } },
  })
  const artifacts = [{ artifactId: 'plan', name: 'Plan', parts: [{ text: 'Alfama' }] }]
  record.end('x', result(task('t', status('COMPLETED'), { artifacts })))
  expect(responseTexts(record.entries, () => undefined)).toMatchObject({
    sentText: undefined,
    texts: [
      { name: 'Plan', text: 'Alfama' },
      { name: 'States', text: 'completed' },
    ],
  })
})
