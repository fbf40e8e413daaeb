// Faults of responses that depend on the request.

import { checkReply } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Binding, JsonObject } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import type { RequestFacts } from '#shared/a2a/rules/wire/request-facts.ts'
import { sampleNamed } from '../cases/case.ts'
import { broken, type FaultKind, type Mutant } from './mutant.ts'

type Breaks = Parameters<typeof broken>[3]

interface Answer {
  readonly dialect: DialectId
  readonly binding: Binding
  readonly operation: OperationKind
  readonly asked: RequestFacts
}

const answering = (answer: Answer, document: JsonObject, breaks: Breaks): readonly Mutant[] =>
  broken(
    `${answer.dialect} ${answer.binding} ${answer.operation}`,
    document,
    (raw) => checkReply({ ...answer, raw, requestId: 'request-1' }),
    breaks,
  )

const spoken: readonly (readonly [DialectId, Binding])[] = [
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
  ['1.0-rc', 'JSONRPC'],
  ['0.3', 'JSONRPC'],
  ['0.3-proto', 'HTTP+JSON'],
  ['0.3-schema', 'HTTP+JSON'],
  ['0.2', 'JSONRPC'],
]
const hook = { id: 'config-1', url: 'https://client.example.com/hook' }
const request: RequestFacts = { taskId: 'task-1', contextId: 'context-1', configId: 'config-1' }

function anotherTask(dialect: DialectId, binding: Binding): readonly Mutant[] {
  const base = binding === 'JSONRPC' ? '/result' : ''
  const wrapper = dialect.startsWith('1.0') || dialect === '0.3-proto' ? '/task' : ''
  const sample = (operation: string) => sampleNamed(`${dialect} ${binding} ${operation}`).document
  const answer = (operation: OperationKind) => ({ dialect, binding, operation, asked: request })
  const task = (at: string): Breaks => [['another task', at, 'task-2', 'PARLEY-OBJ-016', 'error']]
  const name = dialect === '0.3-proto'
  const config: Breaks = name
    ? [['another task', '/name', 'tasks/task-2/pushNotificationConfigs/config-1', 'PARLEY-OBJ-016', 'error']]
    : task(`${base}/taskId`)
  return [
    ...answering(answer('get'), sample('get'), task(`${base}/id`)),
    ...answering(answer('cancel'), sample('get'), task(`${base}/id`)),
    ...answering(answer('send'), sample('send'), task(`${base}${wrapper}/id`)),
    ...answering(
      answer('send'),
      sample('event message'),
      task(`${base}${wrapper === '' ? '' : '/message'}/taskId`),
    ),
    ...answering(answer('push-get'), sample('push-get'), config),
    ...answering(answer('push-create'), sample('push-get'), config),
  ]
}

/** Newest first. */
function pageOf(count: number, nextPageToken: string, totalSize: number): JsonObject {
  const tasks = Array.from({ length: count }, (_, each) => ({
    id: `task-${each}`,
    contextId: 'context-1',
    status: { state: 'TASK_STATE_COMPLETED', timestamp: `2026-11-21T05:0${9 - each}:00.000Z` },
  }))
  return { tasks, nextPageToken, pageSize: 50, totalSize }
}

function pageIn(binding: Binding, nextPageToken: string, totalSize = 3): JsonObject {
  const page = { ...pageOf(3, nextPageToken, totalSize), pageSize: 3 }
  return binding === 'JSONRPC' ? { jsonrpc: '2.0', id: 'request-1', result: page } : page
}

/** A blocking send, whose response is too early. */
function waiting(dialect: DialectId, binding: Binding, requestFacts: RequestFacts): readonly Mutant[] {
  const at = `${binding === 'JSONRPC' ? '/result' : ''}${dialect.startsWith('1.0') || dialect === '0.3-proto' ? '/task' : ''}/status/state`
  const severity = dialect === '1.0' ? 'error' : 'warning'
  const { document } = sampleNamed(`${dialect} ${binding} send`)
  const isOld = !dialect.startsWith('1.0') && dialect !== '0.3-proto'
  const states = isOld ? ['submitted', 'working'] : ['TASK_STATE_SUBMITTED', 'TASK_STATE_WORKING']
  const rule = 'CORE-EXECUTION-MODE-001'
  return answering(
    { dialect, binding, operation: 'send', asked: requestFacts },
    document,
    states.map((state) => [state, at, state, rule, severity] as const),
  )
}

function listing(binding: Binding, requestFacts: RequestFacts): Answer {
  return { dialect: '1.0', binding, operation: 'list', asked: requestFacts }
}

export const answerFaults: readonly FaultKind[] = [
  [
    'an answer to another question',
    [
      ...spoken.flatMap(([dialect, binding]) => anotherTask(dialect, binding)),
      ...answering(
        { dialect: '1.0', binding: 'JSONRPC', operation: 'send', asked: request },
        sampleNamed('1.0 JSONRPC send').document,
        [['another context', '/result/task/contextId', 'context-2', 'PARLEY-OBJ-016', 'error']],
      ),
      ...answering(
        { dialect: '1.0', binding: 'JSONRPC', operation: 'push-get', asked: request },
        sampleNamed('1.0 JSONRPC push-get').document,
        [['another configuration', '/result/id', 'config-2', 'PARLEY-OBJ-016', 'error']],
      ),
      ...answering(
        { dialect: '1.0', binding: 'JSONRPC', operation: 'list', asked: request },
        sampleNamed('1.0 JSONRPC list').document,
        [['a task of another context', '/result/tasks/0/contextId', 'context-2', 'PARLEY-OBJ-016', 'error']],
      ),
      ...answering(
        { dialect: '0.3', binding: 'JSONRPC', operation: 'push-list', asked: request },
        { jsonrpc: '2.0', id: 'request-1', result: [{ taskId: 'task-1', pushNotificationConfig: hook }] },
        [['another task', '/result/0/taskId', 'task-2', 'PARLEY-OBJ-016', 'error']],
      ),
      ...answering(
        { dialect: '1.0', binding: 'JSONRPC', operation: 'push-list', asked: request },
        {
          jsonrpc: '2.0',
          id: 'request-1',
          result: {
            configs: [
              { taskId: 'task-1', ...hook },
              { taskId: 'task-1', ...hook, id: 'config-2' },
            ],
          },
        },
        [
          ['another task', '/result/configs/0/taskId', 'task-2', 'PARLEY-OBJ-016', 'error'],
          ['a configuration twice', '/result/configs/1/id', 'config-1', 'PARLEY-OBJ-013', 'error'],
        ],
      ),
    ],
  ],
  [
    'a request that waits, answered while the task is at work',
    [
      ...waiting('1.0', 'JSONRPC', {}),
      ...waiting('1.0', 'HTTP+JSON', { returnImmediately: false }),
      ...waiting('1.0-rc', 'JSONRPC', { returnImmediately: false }),
      ...waiting('0.3', 'JSONRPC', { returnImmediately: false }),
      ...waiting('0.3-proto', 'HTTP+JSON', { returnImmediately: false }),
      ...waiting('0.2', 'JSONRPC', { returnImmediately: false }),
    ],
  ],
  [
    'a page of tasks out of order, with a task twice, or miscounted',
    (['JSONRPC', 'HTTP+JSON'] as const).flatMap((binding) => {
      const at = binding === 'JSONRPC' ? '/result' : ''
      return [
        ...answering(listing(binding, {}), pageIn(binding, ''), [
          ['order', `${at}/tasks/2/status/timestamp`, '2026-11-21T06:00:00Z', 'CORE-LIST-003', 'error'],
          ['a task twice', `${at}/tasks/2/id`, 'task-0', 'PARLEY-OBJ-013', 'error'],
          ['more than the page size', `${at}/pageSize`, 2, 'PARLEY-OBJ-017', 'error'],
          ['fewer in all than listed', `${at}/totalSize`, 2, 'PARLEY-OBJ-017', 'error'],
          ['more in all, and no page follows', `${at}/totalSize`, 7, 'PARLEY-OBJ-017', 'error'],
        ]),
        ...answering(listing(binding, { pageSize: 3 }), pageIn(binding, ''), [
          ['more than were asked for', at, pageOf(4, '', 4), 'PARLEY-OBJ-017', 'error', `${at}/tasks`],
        ]),
        ...answering(listing(binding, { pageSize: 0 }), pageIn(binding, ''), [
          ['a task twice, of no size asked for', `${at}/tasks/2/id`, 'task-0', 'PARLEY-OBJ-013', 'error'],
        ]),
        ...answering(listing(binding, { pageToken: 'page-2' }), pageIn(binding, 'page-3', 9), [
          ['the same page again', `${at}/nextPageToken`, 'page-2', 'CORE-LIST-002', 'error'],
          ['fewer in all than on this page', `${at}/totalSize`, 1, 'PARLEY-OBJ-017', 'error'],
        ]),
      ]
    }),
  ],
]
