import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '#shared/a2a/finding.ts'
import type { TestFailure } from '#shared/checks/run.ts'
import { openWindow } from '#testing/engine/open-window.ts'
import { ranChecks } from '#testing/engine/run-checks.ts'
import type { AnswerPlace } from './expect.ts'
import { bestSentence } from './run-checks.ts'

const finding = (pointer: string, severity: Finding['severity'] = 'error', seq = 9, exchangeId = 'e') => ({
  finding: {
    rule: 'R',
    severity,
    pointer,
    message: `Wrong at ${pointer}.`,
    hint: '',
    spec: { version: '1.0', section: '1' },
  },
  exchangeId,
  seq,
  ways: [0],
})
const failure = (path: string, actual = 'nothing'): TestFailure => ({
  message: 'It is otherwise.',
  exchangeId: 'e',
  seq: 9,
  ...(path !== '' && { path }),
  expected: 'a value',
  actual,
})

test.each<[string, TestFailure, AnswerPlace | undefined, readonly ReturnType<typeof finding>[], string]>([
  ['at the root', failure('', 'an object'), 'answer', [finding('/result')], 'Wrong at /result.'],
  ['above what is missing', failure('task.id'), 'answer', [finding('/result')], 'Wrong at /result.'],
  ['at the same place', failure('task.id', '3'), 'answer', [finding('/result/id')], 'Wrong at /result/id.'],
  [
    'nearest',
    failure('tasks[0].status.state'),
    'answer',
    [finding(''), finding('/result/tasks/0/status')],
    'Wrong at /result/tasks/0/status.',
  ],
  [
    'on a body before the end',
    failure('task.id'),
    'answer',
    [finding('/task/id', 'error', 8)],
    'Wrong at /task/id.',
  ],
  ['above another value', failure('task.id', '"t"'), 'answer', [finding('/result')], 'It is otherwise.'],
  ['below', failure('task'), 'answer', [finding('/result/task/id')], 'It is otherwise.'],
  ['that is a warning', failure('task.id'), 'answer', [finding('/result', 'warning')], 'It is otherwise.'],
  ['of another exchange', failure(''), 'answer', [finding('', 'error', 9, 'f')], 'It is otherwise.'],
  ['on another event', failure('task.id'), 'event', [finding('/result/id', 'error', 8)], 'It is otherwise.'],
  ['on the event', failure('task.id'), 'event', [finding('/result/id')], 'Wrong at /result/id.'],
  ['where nothing is said of the answer', failure(''), undefined, [finding('')], 'It is otherwise.'],
])('the sentence of an error %s', (_where, output, place, matches, expected) => {
  const run = {
    outcome: 'fail',
    failure: output,
    durationMs: 1,
    exchangeIds: ['e'],
    ...(place && { place }),
  } as const
  const best = bestSentence(run, matches)
  expect(best.failure?.message).toBe(expected)
  expect(best).not.toHaveProperty('place')
})

test('a failed test says what a rule found in the answer', async () => {
  const server = createServer(async (request, response) => {
    const { port } = server.address() as AddressInfo
    response.setHeader('Content-Type', 'application/json')
    if (request.method === 'GET') {
      const jsonRpc = { url: `http://127.0.0.1:${port}/`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }
      const modes = { defaultInputModes: ['text/plain'], defaultOutputModes: ['text/plain'] }
      const skills = [{ id: 's', name: 'S', description: 'd', tags: ['t'] }]
      const card = {
        name: 'Bare',
        description: 'd',
        version: '1',
        supportedInterfaces: [jsonRpc],
        capabilities: {},
      }
      response.end(JSON.stringify({ ...card, ...modes, skills }))
      return
    }
    const { id } = JSON.parse((await request.toArray()).join(''))
    const result = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_COMPLETED' } }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const window = await openWindow()
  onTestFinished(async () => {
    await window.close()
    server.close()
  })
  const agentId = await window.idOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await window.client.card.discover({ agentId })
  const { results } = await ranChecks(window, { agentId, tests: ['VER-SERVER-001'] })
  expect(results).toMatchObject([
    {
      outcome: 'fail',
      failure: { message: 'The Task is bare; 1.0 wraps it in one member.', path: '/result' },
    },
  ])
})
