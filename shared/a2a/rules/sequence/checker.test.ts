import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  called,
  canceledBy,
  chunk,
  closed,
  delegating,
  messageSeen,
  notFound,
  opened,
  page,
  resulted,
  seenAt,
  status,
  task,
  unread,
  using,
} from '#testing/rules/cases/sequence-cases.ts'
import type { TaskState } from '../../model.ts'
import { noFindings } from '../report.ts'
import { SequenceChecker } from './checker.ts'
import type { ArtifactFacts, Observation } from './observation.ts'
import {
  digestMore,
  emptyDigest,
  maxJudgedArtifacts,
  maxJudgedTasks,
  remember,
  sameDigest,
} from './tracks.ts'

const stored = (text: string, partCount: number): ArtifactFacts => ({ artifactId: 'a', text, partCount })
const pushed = (state: TaskState): Observation => task(state, [], 'push')

/** Sequences without findings. */
const quiet: readonly (readonly [string, '1.0' | '0.3', readonly Observation[]])[] = [
  [
    'a task that completes',
    '1.0',
    [
      opened(),
      task('submitted'),
      status('working'),
      chunk('a', false),
      chunk('b', true, true),
      status('completed'),
      closed(),
    ],
  ],
  [
    'a stream that lags behind the answer to a cancel',
    '1.0',
    [
      opened(),
      task('submitted'),
      task('canceled', [], 'reply'),
      status('working'),
      task('canceled', [], 'poll'),
      status('canceled'),
      closed(),
    ],
  ],
  [
    'a task that ended while its cancel was on its way',
    '1.0',
    [seenAt(1_000, task('completed', [], 'poll')), canceledBy(1_000, 'completed')],
  ],
  [
    'a cancel, and the same again',
    '1.0',
    [seenAt(0, task('working', [], 'reply')), canceledBy(1_000, 'canceled'), canceledBy(2_000, 'canceled')],
  ],
  ['the cancel of a task that was not seen before', '1.0', [canceledBy(1_000, 'completed')]],
  [
    'pages, read twice',
    '1.0',
    [page('', '2', 'a', 'b'), page('2', '', 'c'), page('', '2', 'a', 'b'), page('2', '', 'c')],
  ],
  ['empty pages', '1.0', [page('', '2'), page('2', '')]],
  [
    'pages of two queries',
    '1.0',
    [page('', '2', 'a', 'b'), { ...page('2', '', 'a', 'b'), ...{ query: '[]' } }],
  ],
  ['a page whose token was not seen', '1.0', [page('2', '3', 'a', 'b'), page('4', '5', 'a', 'b')]],
  [
    'a page that shifted by a new task',
    '1.0',
    [page('', '1', 'a'), task('working', [], 'reply', 'b'), page('1', '2', 'a')],
  ],
  [
    'a page that shifts while a task is at work',
    '1.0',
    [task('working', [], 'reply', 'b'), page('', '1', 'a'), page('1', '2', 'a')],
  ],
  [
    'an event that could not be read, which may have been the first',
    '1.0',
    [opened(), unread, status('working'), chunk('a', true), closed()],
  ],
  [
    'an event that could not be read, which may have been the last',
    '0.3',
    [opened(), task('working'), chunk('a', false, true), unread, chunk('b', true), closed()],
  ],
  [
    'an event that could not be read, which may have had a result and a chunk',
    '1.0',
    [
      opened(),
      task('working'),
      called('c'),
      chunk('a', false),
      unread,
      status('completed'),
      closed(),
      task('completed', [stored('ab', 2)], 'poll'),
    ],
  ],
  ['a message alone', '1.0', [opened(), messageSeen('m'), closed()]],
  ['a task that asks', '1.0', [opened(), task('working'), status('input-required'), closed()]],
  [
    'a final task before closing',
    '1.0',
    [opened(), task('working'), status('completed'), task('completed'), closed()],
  ],
  [
    'an update first, before 1.0',
    '0.3',
    [opened(), status('working'), status('completed', { final: true }), closed()],
  ],
  [
    'a turn that goes on',
    '1.0',
    [
      opened(),
      task('working'),
      chunk('a', false),
      status('input-required'),
      closed(),
      opened(),
      task('working', [stored('a', 1)]),
      chunk('b', true),
      status('completed'),
      closed(),
    ],
  ],
  [
    'a whole artifact after its chunks',
    '1.0',
    [
      opened(),
      task('working'),
      chunk('a', false),
      chunk('b', true),
      chunk('ab', false),
      status('completed'),
      closed(),
      task('completed', [stored('ab', 1)], 'poll'),
    ],
  ],
  [
    'tokens that repeat',
    '1.0',
    [opened(), task('working'), chunk('\n', false), chunk('\n', true), chunk('\n', true)],
  ],
  [
    'a poll that agrees',
    '1.0',
    [
      opened(),
      task('working'),
      chunk('a', false),
      chunk('b', true),
      status('completed'),
      closed(),
      task('completed', [stored('ab', 2)], 'poll'),
    ],
  ],
  [
    'a poll that was quicker',
    '1.0',
    [
      opened(),
      task('working'),
      chunk('a', false),
      task('completed', [stored('ab', 2)], 'poll'),
      chunk('b', true),
    ],
  ],
  [
    'a task lost over the connection that returned it',
    '1.0',
    [seenAt(0, task('working', [], 'reply')), notFound(1_000, false), notFound(2_000, false)],
  ],
  [
    'a task that isn’t found with other credentials',
    '1.0',
    [
      ...[seenAt(0, task('working', [], 'reply')), notFound(1_000, true, 'another'), notFound(2_000, false)],
      seenAt(3_000, { ...task('working', [], 'poll'), ...{ credentialsKey: 'another' } }),
    ],
  ],
  [
    'a task that is not stored yet while it is streamed',
    '1.0',
    [
      ...[opened(), seenAt(0, task('working')), notFound(1_000, false), status('completed'), closed()],
      seenAt(2_000, task('completed', [], 'poll')),
    ],
  ],
  ['a task that may have expired', '1.0', [seenAt(0, task('completed', [], 'reply')), notFound(11 * 60_000)]],
  ['a task that the agent never returned', '1.0', [notFound(1_000)]],
  ['a task returned twice', '1.0', [task('working', [], 'reply'), task('working', [], 'poll')]],
  [
    'calls that have their results, told once more by a snapshot',
    '1.0',
    [
      ...[opened(), task('working'), called('1'), resulted('1'), called('1'), resulted('2'), called('2')],
      ...[status('completed'), closed()],
    ],
  ],
  [
    'a call that the client answers',
    '1.0',
    [called('1', task('input-required', [], 'reply')), task('completed', [], 'reply')],
  ],
  [
    'a call of a task that fails',
    '1.0',
    [opened(), task('working'), called('1'), status('failed'), closed()],
  ],
  [
    'a call whose result a lost stream may have had',
    '1.0',
    [
      ...[opened(), task('working'), called('1'), closed('aborted')],
      ...[opened('subscribe'), task('working'), status('completed'), closed()],
    ],
  ],
  [
    'a call that goes on after the task',
    '1.0',
    [
      ...[opened(), task('working'), called('1'), resulted('1')],
      ...[using({ kind: 'call', id: '2', name: 'book', isLongRunning: true }), status('completed')],
    ],
  ],
  [
    'a result that has no id, or another one',
    '1.0',
    [
      ...[opened(), task('working'), called('1'), called('2')],
      using({ kind: 'result', name: 'ask_weather_agent' }),
      ...[resulted('fc_2'), status('completed')],
    ],
  ],
  [
    'a poll without the history in which a call was returned',
    '1.0',
    [called('1', task('working', [], 'poll')), task('completed', [], 'poll')],
  ],
  [
    'a call that was returned before the stream which completes the task',
    '1.0',
    [
      ...[called('1', task('working', [], 'reply')), opened('subscribe'), task('working')],
      ...[status('completed'), closed()],
    ],
  ],
  [
    'a call that the client answered in words, in the history once more',
    '1.0',
    [called('1', task('input-required', [], 'reply')), called('1', task('completed', [], 'reply'))],
  ],
  [
    'a poll that is quicker than the result',
    '1.0',
    [
      ...[opened(), task('working'), called('1'), task('completed', [], 'poll')],
      ...[resulted('1'), status('completed'), closed()],
    ],
  ],
  [
    'a message that refers to a task which has ended',
    '1.0',
    [seenAt(500, task('completed', [], 'reply')), delegating(0, task('completed', [], 'reply'))],
  ],
  [
    'a message that refers to a task which may have ended before',
    '1.0',
    [seenAt(500, task('working', [], 'reply')), delegating(2_000, task('completed', [], 'reply'))],
  ],
  ['a stream given up', '1.0', [opened(), task('working'), closed('aborted')]],
  [
    'a stream ended by an error',
    '1.0',
    [opened(), task('working'), { kind: 'error', stream: 's' }, closed()],
  ],
  [
    'webhook calls out of order',
    '1.0',
    [pushed('completed'), pushed('working'), task('working', [], 'reply')],
  ],
  [
    'a subscription that joins late, before 1.0',
    '0.3',
    [
      opened('subscribe'),
      chunk('c', true),
      status('completed', { final: true }),
      closed(),
      task('completed', [stored('abc', 3)], 'poll'),
    ],
  ],
]

describe('the sequence checker', () => {
  it.each(quiet)('has nothing to say about %s (%s)', (_what, dialect, observations) => {
    const checker = new SequenceChecker(dialect)
    expect(observations.flatMap((each) => checker.observe(each))).toEqual([])
  })

  it('answers the one empty list when nothing is wrong', () => {
    const checker = new SequenceChecker('1.0')
    expect(
      [opened(), task('working'), status('working')].every((each) => checker.observe(each) === noFindings),
    ).toBe(true)
  })

  it('takes the chunks of one of two streams of the same task', () => {
    const checker = new SequenceChecker('1.0')
    const onTwo = (observation: Observation): Observation => ({ ...observation, ...{ stream: 'two' } })
    const both = [task('working'), chunk('a', false), chunk('b', true), status('completed')]
    const observations = [
      opened(),
      onTwo(opened('subscribe')),
      ...both.flatMap((observation) => [observation, onTwo(observation)]),
      closed(),
      onTwo(closed()),
      task('completed', [stored('ab', 2)], 'poll'),
    ]
    expect(observations.flatMap((each) => checker.observe(each))).toEqual([])
  })

  it('expects of a stream that was open beside the first to end as that one did', () => {
    const checker = new SequenceChecker('0.3')
    const onTwo = (observation: Observation): Observation => ({ ...observation, ...{ stream: 'two' } })
    const long = 'A sentence that no two pieces say by chance.'
    const observations = [
      opened(),
      status('working'),
      chunk('a', false),
      onTwo(opened('subscribe')),
      chunk(long, true, true),
      status('completed', { final: true }),
      closed(),
      onTwo(chunk(long, true, true)),
      onTwo(status('completed', { final: true })),
      onTwo(closed()),
      task('completed', [stored(`a${long}`, 2)], 'poll'),
    ]
    expect(observations.flatMap((each) => checker.observe(each))).toEqual([])
  })

  it('says nothing about artifacts it had to forget', () => {
    const checker = new SequenceChecker('1.0')
    const named = (i: number, append: boolean): Observation => ({
      ...(chunk('x', append) as Extract<Observation, { kind: 'artifact' }>),
      artifact: { artifactId: `a${i}`, text: 'x', partCount: 1 },
    })
    const many = Array.from({ length: maxJudgedArtifacts + 10 }, (_, i) => named(i, false))
    const observations = [opened(), task('working'), ...many, named(0, true), status('completed'), closed()]
    expect(observations.flatMap((each) => checker.observe(each))).toEqual([])
  })

  it('never throws, whatever the order', () => {
    const states: readonly TaskState[] = [
      'submitted',
      'working',
      'input-required',
      'completed',
      'failed',
      'unknown',
    ]
    const any = fc.oneof(
      fc.constantFrom(opened(), opened('subscribe'), closed(), closed('failed'), messageSeen('m')),
      fc.constantFrom(...states).map((state) => status(state)),
      fc
        .tuple(fc.constantFrom(...states), fc.constantFrom('stream', 'poll', 'push', 'reply'))
        .map(([state, source]) => task(state, [stored('x', 1)], source as 'stream')),
      fc
        .tuple(fc.string(), fc.boolean(), fc.boolean())
        .map(([text, append, end]) => chunk(text, append, end)),
    )
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 40 }),
        fc.constantFrom('0.1', '0.3', '1.0'),
        (observations, dialect) => {
          const checker = new SequenceChecker(dialect as '1.0')
          for (const each of observations) expect(checker.observe(each).length).toBeLessThan(10)
        },
      ),
    )
  })
})

describe('what is remembered', () => {
  it('is bounded, the oldest forgotten first', () => {
    const map = new Map<string, number>()
    const forgot = Array.from({ length: maxJudgedTasks + 3 }, (_, i) =>
      remember(map, `t${i}`, i, maxJudgedTasks),
    )
    expect([map.size, map.has('t2'), map.has('t3'), forgot.filter(Boolean).length]).toEqual([
      maxJudgedTasks,
      false,
      true,
      3,
    ])
  })
})

describe('the text digest', () => {
  it('of a whole is that of its pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (pieces) => {
        const whole = digestMore(emptyDigest, pieces.join(''))
        expect(pieces.reduce(digestMore, emptyDigest)).toEqual(whole)
      }),
    )
  })

  it('tells texts apart', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const same = sameDigest(digestMore(emptyDigest, left), digestMore(emptyDigest, right))
        expect(same).toBe(left === right)
      }),
    )
  })
})
