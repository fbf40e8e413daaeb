import { expect, test } from 'vitest'
import type { Update } from '#shared/a2a/model.ts'
import { answerTexts } from './answer-texts.ts'

const ids = { taskId: 't', contextId: 'c' }
const answered = (...updates: Update[]) =>
  updates.map((update) => ({ kind: 'result', result: { kind: 'update', update } }) as const)
const piece = (text: string, append: boolean): Update => ({
  kind: 'artifact',
  artifact: {
    ...ids,
    append,
    lastChunk: false,
    artifact: { artifactId: 'plan', name: 'Plan', parts: [{ kind: 'text', text }] },
  },
})
const status = (state: 'working' | 'completed', text?: string): Update => ({
  kind: 'status',
  status: {
    ...ids,
    status: {
      state,
      ...(text && { message: { messageId: 'm', role: 'agent', parts: [{ kind: 'text', text }] } }),
    },
  },
})

test('chunks of an artifact are one text, a replacement takes its place, and states have their words', () => {
  const stream = answered(
    status('working'),
    piece('gone', false),
    piece('# Day 1\n', false),
    piece('Alfama', true),
    status('working', 'Drawing the map'),
    status('completed', 'Have a good journey.'),
  )
  expect(answerTexts(stream)).toEqual([
    { name: 'Plan', text: '# Day 1\nAlfama' },
    { name: 'States', text: 'working\nworking Drawing the map\ncompleted Have a good journey.' },
  ])
})

test('a file is named by its size and its content, never by its bytes', () => {
  const file = (base64: string) =>
    answerTexts(
      answered({
        kind: 'message',
        message: {
          messageId: 'm',
          role: 'agent',
          parts: [{ kind: 'file-bytes', base64, filename: 'ticket.pdf', mediaType: 'application/pdf' }],
        },
      }),
    )[0]?.text
  expect(file('aGVsbG8h')).toMatch(/^ticket\.pdf · application\/pdf · 6 bytes · [\da-f]+$/)
  expect(file('aGVsbG8h')).not.toBe(file('aGVsbG8i'))
})

test('an error is a text, what could not be read is none', () => {
  expect(
    answerTexts([
      { kind: 'error', error: { code: -32_004, message: 'Unsupported' } },
      { kind: 'unreadable', reason: 'x' },
    ]),
  ).toEqual([{ name: 'Error', text: '-32004 Unsupported' }])
})
