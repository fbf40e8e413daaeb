// Faults in tasks, messages, artifacts and events.

import { checkRequest } from '#shared/a2a/check.ts'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { isObject } from '#shared/a2a/json-kinds.ts'
import type { Binding, JsonObject } from '#shared/a2a/model.ts'
import type { OperationKind } from '#shared/a2a/operation.ts'
import { resolvePointer } from '#shared/a2a/rules/pointer.ts'
import { sampleNamed } from '../cases/case.ts'
import { judge } from '../judge-sample.ts'
import { broken, type FaultKind, type Mutant } from './mutant.ts'

type Breaks = Parameters<typeof broken>[3]

/** In one of the samples of `samples.ts`. */
const inSample = (name: string, breaks: Breaks): readonly Mutant[] => {
  const { use, document } = sampleNamed(name)
  return broken(name, document, (each) => judge(use, each), breaks)
}

/** In a client's request. */
const request = (
  dialect: DialectId,
  operation: OperationKind,
  params: JsonObject,
  breaks: Breaks,
): readonly Mutant[] =>
  broken(
    `asked in ${dialect}`,
    params,
    (each) => checkRequest({ dialect, binding: 'JSONRPC', operation, params: each }),
    breaks,
  )

const versions: readonly (readonly [DialectId, Binding])[] = [
  ['1.0', 'JSONRPC'],
  ['1.0', 'HTTP+JSON'],
  ['1.0-rc', 'JSONRPC'],
  ['0.3', 'JSONRPC'],
  ['0.3-proto', 'HTTP+JSON'],
  ['0.3-schema', 'HTTP+JSON'],
  ['0.2', 'JSONRPC'],
]

/** The first item of a Task's list in a version. */
function firstIn(dialect: DialectId, binding: Binding, list: 'artifacts' | 'history'): JsonObject {
  const { document } = sampleNamed(`${dialect} ${binding} get`)
  const match = resolvePointer(document, `${binding === 'JSONRPC' ? '/result' : ''}/${list}/0`)
  if (!isObject(match)) throw new Error(`The task of ${dialect} has no ${list}`)
  return match
}

/** The same faults in each version with the object; `at` is the place of the Task in GetTask's result. */
const inTasks = (breaksAt: (at: string, dialect: DialectId, binding: Binding) => Breaks): readonly Mutant[] =>
  versions.flatMap(([dialect, binding]) =>
    inSample(`${dialect} ${binding} get`, breaksAt(binding === 'JSONRPC' ? '/result' : '', dialect, binding)),
  )

function isWrapped(dialect: DialectId): boolean {
  return dialect.startsWith('1.0') || dialect === '0.3-proto'
}

function userIn(dialect: DialectId): string {
  return isWrapped(dialect) ? 'ROLE_USER' : 'user'
}

/** The file by URL among the parts of the artifact. */
function pictureIn(dialect: DialectId): string {
  const part = '/artifacts/0/parts/2'
  if (dialect.startsWith('1.0')) return `${part}/url`
  return `${part}/file/${dialect === '0.3-proto' ? 'fileWithUri' : 'uri'}`
}

export const objectFaults: readonly FaultKind[] = [
  [
    'a message of another task or context in the history',
    inTasks((at) => [
      ['another task', `${at}/history/0/taskId`, 'task-2', 'PARLEY-OBJ-011', 'warning'],
      ['another context', `${at}/history/0/contextId`, 'context-2', 'PARLEY-OBJ-011', 'warning'],
    ]),
  ],
  [
    'one id twice',
    inTasks((at, ...spoken) => [
      [
        'artifacts',
        `${at}/artifacts/1`,
        firstIn(...spoken, 'artifacts'),
        'PARLEY-OBJ-013',
        'error',
        `${at}/artifacts/1/artifactId`,
      ],
      [
        'messages of the history',
        `${at}/history/1`,
        firstIn(...spoken, 'history'),
        'PARLEY-OBJ-013',
        'warning',
        `${at}/history/1/messageId`,
      ],
    ]),
  ],
  [
    'an extension that is no URI',
    inTasks((at) => [
      ['of a message', `${at}/history/0/extensions/0`, 'telemetry', 'PARLEY-OBJ-014', 'warning'],
      ['of the status', `${at}/status/message/extensions/0`, '', 'PARLEY-OBJ-014', 'warning'],
      [
        'of an artifact',
        `${at}/artifacts/0/extensions`,
        ['/ext/v1'],
        'PARLEY-OBJ-014',
        'warning',
        `${at}/artifacts/0/extensions/0`,
      ],
    ]),
  ],
  [
    'a reply in the user’s role',
    [
      ...inTasks((at, dialect) => [
        ['of the status', `${at}/status/message/role`, userIn(dialect), 'PARLEY-OBJ-015', 'warning'],
      ]),
      ...versions.flatMap(([dialect, binding]) => {
        const at = `${binding === 'JSONRPC' ? '/result' : ''}${isWrapped(dialect) ? '/message' : ''}`
        return inSample(`${dialect} ${binding} event message`, [
          ['the message', `${at}/role`, userIn(dialect), 'PARLEY-OBJ-015', 'error'],
        ])
      }),
      ...inSample('0.1 JSONRPC get', [
        ['of the status', '/result/status/message/role', 'user', 'PARLEY-OBJ-015', 'warning'],
      ]),
    ],
  ],
  [
    'a size or index below 0',
    [
      ...inSample('1.0 JSONRPC list', [
        ['page size', '/result/pageSize', -1, 'PARLEY-OBJ-001', 'error'],
        ['total size', '/result/totalSize', -50, 'PARLEY-OBJ-001', 'error'],
      ]),
      ...inSample('0.1 JSONRPC get', [
        ['of an artifact', '/result/artifacts/0/index', -1, 'PARLEY-OBJ-001', 'error'],
      ]),
      ...inSample('0.1 JSONRPC event artifact', [
        ['of a chunk', '/result/artifact/index', -2, 'PARLEY-OBJ-001', 'error'],
      ]),
      ...request('1.0', 'list', { pageSize: 50, historyLength: 0 }, [
        ['page size asked for', '/pageSize', -1, 'PARLEY-OBJ-001', 'error'],
        ['history asked for', '/historyLength', -1, 'PARLEY-OBJ-001', 'error'],
      ]),
      ...request('0.3', 'get', { id: 'task-1', historyLength: 0 }, [
        ['history asked for', '/historyLength', -1, 'PARLEY-OBJ-001', 'error'],
      ]),
    ],
  ],
  [
    'an empty required text or URL of an object',
    [
      ...inTasks((at, dialect) => [
        ['id of a task', `${at}/id`, '', 'PARLEY-OBJ-003', 'error'],
        ['id of an artifact', `${at}/artifacts/0/artifactId`, '', 'PARLEY-OBJ-003', 'error'],
        ['id of a message', `${at}/history/0/messageId`, '', 'PARLEY-OBJ-003', 'warning'],
        ['URL of a file', `${at}${pictureIn(dialect)}`, '', 'PARLEY-OBJ-009', 'warning'],
      ]),
      ...inSample('1.0 JSONRPC push-get', [
        ['URL of a webhook', '/result/url', '', 'PARLEY-OBJ-009', 'warning'],
        ['scheme of a webhook', '/result/authentication/scheme', '', 'PARLEY-OBJ-003', 'error'],
      ]),
      ...inSample('0.3 JSONRPC push-get', [
        ['URL of a webhook', '/result/pushNotificationConfig/url', '', 'PARLEY-OBJ-009', 'warning'],
        ['task of a webhook', '/result/taskId', '', 'PARLEY-OBJ-003', 'error'],
      ]),
      ...inSample('1.0 HTTP+JSON error', [
        ['status of an error', '/error/status', '', 'PARLEY-OBJ-003', 'warning'],
      ]),
    ],
  ],
]
