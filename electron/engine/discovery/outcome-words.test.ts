import { expect, test } from 'vitest'
import type { Outcome, RawOutcome } from '../wire/wire.ts'
import { outcomeWords } from './outcome-words.ts'

const failure: Outcome = {
  kind: 'failure',
  failure: { failure: 'refused', message: 'It refused the connection.' },
  items: 0,
}
const reply = (decoded: Extract<Outcome, { kind: 'reply' }>['decoded']): Outcome => ({
  kind: 'reply',
  httpStatus: 200,
  decoded,
})
const error = reply({ kind: 'error', error: { code: -32001, message: 'No such task' } })
const body: RawOutcome = {
  kind: 'body',
  status: 404,
  headers: [],
  body: new Uint8Array(),
  url: 'http://127.0.0.1/',
}

test.each<[Outcome | RawOutcome, Parameters<typeof outcomeWords>[2], string]>([
  [failure, {}, 'It refused the connection.'],
  [{ kind: 'stream', httpStatus: 200, items: 0, unfinished: false }, {}, '200, a stream of events'],
  [body, {}, '404'],
  [reply({ kind: 'result', result: { kind: 'nothing' } }), {}, '200, a card'],
  [reply({ kind: 'result', result: { kind: 'nothing' } }), { binding: 'GRPC' }, 'a card'],
  [reply({ kind: 'unreadable', reason: 'It is empty.' }), {}, '200, It is empty.'],
  [error, {}, '200, No such task'],
  [error, { withCode: true }, '200, -32001 No such task'],
  [reply({ kind: 'error', error: { message: 'No' } }), { withCode: true }, '200, No'],
])('the outcome of a question in words: %j', (outcome, options, words) => {
  expect(outcomeWords(outcome, 'a card', options)).toBe(words)
})
