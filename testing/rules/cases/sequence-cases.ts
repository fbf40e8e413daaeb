import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { TaskState } from '#shared/a2a/model.ts'
import { SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import type {
  ArtifactFacts,
  Observation,
  StreamEnd,
  UpdateSource,
} from '#shared/a2a/rules/sequence/observation.ts'
import type { ToolNews } from '#shared/a2a/tool-calls.ts'
import type { Case } from './case.ts'

const stream = 's'
const facts = (text: string, partCount = 1): ArtifactFacts => ({ artifactId: 'a', text, partCount })
const long = 'a chunk long enough to tell a repetition from chance'

export const opened = (operation: 'stream' | 'subscribe' = 'stream'): Observation => ({
  kind: 'opened',
  stream,
  operation,
})
export const closed = (end: StreamEnd = 'closed-by-agent', quietMs = 0): Observation => ({
  kind: 'closed',
  stream,
  end,
  quietMs,
})
const seenIn = (source: UpdateSource) =>
  source === 'stream' ? { source, stream, base: '/result' } : { source, base: '/result' }

export const task = (
  state: TaskState,
  artifacts: readonly ArtifactFacts[] = [],
  source: UpdateSource = 'stream',
  taskId = 't',
): Observation => ({ kind: 'task', ...seenIn(source), taskId, contextId: 'c', state, artifacts })
export const status = (state: TaskState, more: object = {}): Observation => ({
  kind: 'status',
  ...seenIn('stream'),
  taskId: 't',
  contextId: 'c',
  state,
  ...more,
})
export const chunk = (text: string, append: boolean, lastChunk = false): Observation => ({
  kind: 'artifact',
  ...seenIn('stream'),
  taskId: 't',
  contextId: 'c',
  artifact: facts(text),
  append,
  lastChunk,
})
export const messageSeen = (messageId: string): Observation => ({
  kind: 'message',
  ...seenIn('stream'),
  messageId,
})

export const unread: Observation = { kind: 'unread', stream }

export const notFound = (atMs: number, isFresh = true, credentialsKey?: string): Observation => ({
  kind: 'not-found',
  taskId: 't',
  isFresh,
  isNear: false,
  credentialsKey,
  atMs,
  base: '/error',
})
export const seenAt = (atMs: number, observation: Observation): Observation => ({
  ...observation,
  ...{ atMs },
})

export const using = (news: ToolNews) => status('working', { tools: [news] })
const tool = (kind: 'call' | 'result', id: string) => ({ kind, id, name: 'ask_weather_agent' }) as const
export const called = (id: string, observation = status('working')): Observation => ({
  ...observation,
  ...{ tools: [tool('call', id)] },
})
export const resulted = (id: string) => status('working', { tools: [tool('result', id)] })

/** In the response to a message that was sent so long after the other task's. */
export const delegating = (sentMs: number, observation: Observation): Observation => ({
  ...observation,
  ...{ sentMs, delegations: [{ taskId: 'u', host: 'b.example', state: 'working', sentMs: 1_000 }] },
})

/** The result of a cancel request sent at this time. */
export const canceledBy = (sentMs: number, state: TaskState): Observation => ({
  ...task(state, [], 'reply'),
  ...{ sentMs, isCancel: true, atMs: sentMs + 10 },
})

export const page = (token: string, nextToken: string, ...taskIds: readonly string[]): Observation => ({
  ...{ kind: 'page', token, nextToken, query: '{}', taskIds, total: 9, base: '/result' },
})

/** The findings of the last observation. */
const last =
  (dialect: DialectId, ...observations: readonly Observation[]) =>
  (): readonly Finding[] => {
    const checker = new SequenceChecker(dialect)
    return observations.map((each) => checker.observe(each)).at(-1) ?? []
  }

const begun = [opened(), task('working')]

export const sequenceCases: readonly Case[] = [
  [
    'CORE-STREAM-002',
    'error',
    '/result',
    'two messages',
    last('1.0', opened(), messageSeen('1'), messageSeen('2')),
  ],
  [
    'CORE-STREAM-002',
    'info',
    '/result',
    'two messages in 0.3',
    last('0.3', opened(), messageSeen('1'), messageSeen('2')),
  ],
  ['CORE-STREAM-003', 'error', '/result', 'begins with a status', last('1.0', opened(), status('working'))],
  [
    'STREAM-SUB-001',
    'error',
    '/result',
    'begins with a status',
    last('1.0', opened('subscribe'), status('working')),
  ],
  [
    'PARLEY-SEQ-001',
    'warning',
    '/result',
    'an artifact after the end',
    last('1.0', ...begun, status('completed'), chunk('x', false)),
  ],
  [
    'PARLEY-SEQ-001',
    'warning',
    '/result/status',
    'the end again',
    last('1.0', ...begun, status('completed', { messageId: '1' }), status('completed', { messageId: '2' })),
  ],
  [
    'PARLEY-SEQ-002',
    'error',
    '/result/status/state',
    'back to work',
    last('1.0', ...begun, status('completed'), status('working')),
  ],
  [
    'PARLEY-SEQ-002',
    'error',
    '/result/status/state',
    'revived by a reply',
    last('1.0', ...begun, status('failed'), closed(), task('working', [], 'reply')),
  ],
  [
    'PARLEY-SEQ-002',
    'error',
    '/result/status/state',
    'two ends',
    last('1.0', ...begun, task('canceled', [], 'reply'), status('completed')),
  ],
  [
    'PARLEY-SEQ-002',
    'error',
    '/result/status/state',
    'revived by a later stream',
    last('1.0', ...begun, status('failed'), closed(), opened(), task('working')),
  ],
  [
    'CORE-CANCEL-002',
    'error',
    '/result/status/state',
    'returned as it was',
    last('1.0', seenAt(1_000, task('completed', [], 'reply')), canceledBy(2_000, 'completed')),
  ],
  [
    'CORE-CANCEL-002',
    'warning',
    '/result/status/state',
    'FastA2A: returned as it was',
    last('0.2', seenAt(1_000, task('failed', [], 'poll')), canceledBy(2_000, 'failed')),
  ],
  [
    'CORE-LIST-002',
    'warning',
    '/result/tasks',
    'the tasks of the page before, with another token',
    last('1.0', page('', 'x', 'a', 'b'), page('x', 'y', 'a', 'b')),
  ],
  [
    'AUTH-INTASK-005',
    'info',
    '',
    'closed while it waits',
    last('1.0', ...begun, status('auth-required'), closed()),
  ],
  ['PARLEY-SEQ-003', 'warning', '', 'closed early', last('1.0', ...begun, closed())],
  [
    'PARLEY-SEQ-004',
    'warning',
    '',
    'left open',
    last('1.0', ...begun, status('completed'), closed('aborted', 15_000)),
  ],
  [
    'PARLEY-SEQ-005',
    'warning',
    '/result/append',
    'AG2: append first',
    last('1.0', ...begun, chunk('x', true)),
  ],
  [
    'PARLEY-SEQ-006',
    'warning',
    '/result/append',
    'after the last',
    last('1.0', ...begun, chunk('x', false, true), chunk('y', true)),
  ],
  [
    'PARLEY-SEQ-007',
    'error',
    '/result/id',
    'another task',
    last('1.0', ...begun, task('failed', [], 'stream', 'other')),
  ],
  [
    'PARLEY-SEQ-008',
    'error',
    '/result/contextId',
    'another context',
    last('1.0', ...begun, status('working', { contextId: 'd' })),
  ],
  [
    'PARLEY-SEQ-009',
    'warning',
    '/result',
    'Baidu: ids change',
    last('0.2', opened(), status('working', { rpcId: 'id-1' }), status('working', { rpcId: 'id-2' })),
  ],
  [
    'PARLEY-SEQ-010',
    'info',
    '/result/status',
    'a status twice',
    last('1.0', ...begun, status('working', { timestamp: 'T' }), status('working', { timestamp: 'T' })),
  ],
  [
    'PARLEY-SEQ-010',
    'warning',
    '/result/artifact',
    'a chunk twice',
    last('1.0', ...begun, chunk(long, false), chunk(long, true)),
  ],
  ['PARLEY-SEQ-011', 'warning', '/result', 'a message in between', last('1.0', ...begun, messageSeen('1'))],
  [
    'PARLEY-SEQ-012',
    'error',
    '/result/status/state',
    'another end',
    last('1.0', ...begun, status('completed'), task('failed', [], 'poll')),
  ],
  [
    'PARLEY-SEQ-012',
    'warning',
    '/result/status/state',
    'still at work',
    last('1.0', ...begun, status('completed'), task('working', [], 'poll')),
  ],
  [
    'PARLEY-SEQ-013',
    'warning',
    '/result/artifacts/0',
    'Python: stored twice',
    last(
      '1.0',
      ...begun,
      chunk('a', false),
      chunk('b', true),
      status('completed'),
      task('completed', [facts('abb', 3)], 'poll'),
    ),
  ],
  [
    'PARLEY-SEQ-013',
    'warning',
    '/result/artifacts',
    'not stored',
    last('1.0', ...begun, chunk('a', false), status('completed'), task('completed', [], 'poll')),
  ],
  [
    'PARLEY-SEQ-014',
    'warning',
    '',
    'not marked',
    last('0.3', ...begun, status('completed', { final: false }), closed()),
  ],
  [
    'PARLEY-SEQ-014',
    'warning',
    '/result',
    'marked too early',
    last('0.3', ...begun, status('working', { final: true }), chunk('x', false)),
  ],
  [
    'PARLEY-SEQ-016',
    'warning',
    '/error',
    'a task at work, over a new connection',
    last('1.0', seenAt(1_000, task('working', [], 'reply')), notFound(61_000)),
  ],
  [
    'PARLEY-SEQ-016',
    'info',
    '/error',
    'a task that has ended, over a new connection',
    last('1.0', seenAt(1_000, task('completed', [], 'reply')), notFound(61_000)),
  ],
  [
    'PARLEY-SEQ-016',
    'warning',
    '/result',
    'found again',
    last(
      '1.0',
      seenAt(1_000, task('working', [], 'reply')),
      notFound(2_000, false),
      seenAt(3_000, task('working', [], 'poll')),
    ),
  ],
  [
    'PARLEY-SEQ-017',
    'warning',
    '/result/status/state',
    'one of two calls',
    last('1.0', ...begun, called('1'), called('2'), resulted('1'), status('completed')),
  ],
  [
    'PARLEY-SEQ-017',
    'info',
    '/result/status/state',
    'no result at all',
    last('1.0', ...begun, called('1'), status('completed')),
  ],
  [
    'PARLEY-SEQ-017',
    'info',
    '/result/status/state',
    'no result in the whole task',
    last('1.0', task('working', [], 'reply'), called('1', task('completed', [], 'poll'))),
  ],
  [
    'PARLEY-SEQ-018',
    'warning',
    '/result/status/state',
    'a delegated task still at work, told by the answer to an earlier message',
    last('1.0', delegating(0, task('completed', [], 'reply'))),
  ],
  [
    'PARLEY-SEQ-018',
    'warning',
    '/result/status/state',
    'one begun before the message that resumes the task',
    last(
      '1.0',
      seenAt(1_500, task('input-required', [], 'reply')),
      delegating(2_000, task('completed', [], 'reply')),
    ),
  ],
]
