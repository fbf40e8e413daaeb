// Faults in the order of a stream’s events.

import type { DialectId } from '#shared/a2a/dialect.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { RuleId } from '#shared/a2a/rules/registry.ts'
import { SequenceChecker } from '#shared/a2a/rules/sequence/checker.ts'
import type { Observation } from '#shared/a2a/rules/sequence/observation.ts'
import { closed, messageSeen, opened, status, task } from '../cases/sequence-cases.ts'
import type { FaultKind, Mutant } from './mutant.ts'

const match = (dialect: DialectId, observations: readonly Observation[]) => (): readonly Finding[] => {
  const checker = new SequenceChecker(dialect)
  return observations.flatMap((each) => checker.observe(each))
}

/** A valid sequence with one more observation, by default before its end. */
function disturbed(
  what: string,
  dialect: DialectId,
  life: readonly Observation[],
  more: Observation,
  [rule, severity, pointer]: readonly [RuleId, Mutant['severity'], string],
  at = life.length - 1,
): Mutant {
  return {
    what,
    rule,
    severity,
    pointer,
    sound: match(dialect, life),
    broken: match(dialect, [...life.slice(0, at), more, ...life.slice(at)]),
  }
}

const reported = { timestamp: '2026-11-21T04:33:32Z', messageId: 'm' }
const ends = (state: 'completed' | 'failed' | 'canceled', final = false): readonly Observation[] => [
  opened(),
  task('working'),
  status(state, { ...reported, ...(final ? { final } : {}) }),
  closed(),
]
const afterEnd = ['PARLEY-SEQ-001', 'warning', '/result/status'] as const

const lone = [opened(), messageSeen('m'), closed()]

function amidst(dialect: DialectId, severity: Mutant['severity']): Mutant {
  const life = ends('completed', !dialect.startsWith('1.0'))
  return disturbed(dialect, dialect, life, messageSeen('m'), ['PARLEY-SEQ-011', severity, '/result'], 2)
}

function secondMessage(dialect: DialectId, severity: Mutant['severity']): Mutant {
  return disturbed(dialect, dialect, lone, messageSeen('n'), ['CORE-STREAM-002', severity, '/result'])
}

/** Aborted at once, and after a while. */
function leftOpen(dialect: DialectId, end: Observation, how: 'aborted' | 'failed'): Mutant {
  const after = (quietMs: number) => match(dialect, [opened(), task('working'), end, closed(how, quietMs)])
  return {
    what: `${dialect}, ${how}`,
    rule: 'PARLEY-SEQ-004',
    severity: 'warning',
    pointer: '',
    sound: after(500),
    broken: after(30_000),
  }
}

/** Works without events until a proxy ends the stream. */
function cutWhenIdle(quietMs: number, ...sound: readonly Observation[]): Mutant {
  return {
    what: `after ${quietMs} ms`,
    rule: 'PARLEY-SEQ-015',
    severity: 'warning',
    pointer: '',
    sound: match('1.0', [opened(), task('working'), ...sound]),
    broken: match('1.0', [opened(), task('working'), closed('failed', quietMs)]),
  }
}

export const streamFaults: readonly FaultKind[] = [
  [
    'the end of a task, sent again as it was',
    [
      disturbed('completed', '1.0', ends('completed'), status('completed', reported), afterEnd),
      disturbed('failed', '1.0', ends('failed'), status('failed', reported), afterEnd),
      disturbed(
        'canceled in 0.3',
        '0.3',
        ends('canceled', true),
        status('canceled', { ...reported, final: true }),
        afterEnd,
      ),
      disturbed('without time or message', '1.0', ends('completed'), status('completed'), afterEnd),
      disturbed(
        'a final task, told twice',
        '1.0',
        [opened(), task('working'), status('completed', reported), task('completed'), closed()],
        task('completed'),
        ['PARLEY-SEQ-001', 'warning', '/result'],
      ),
    ],
  ],
  [
    'a stream that stays open after its end',
    [
      leftOpen('1.0', status('completed'), 'aborted'),
      leftOpen('1.0', status('failed'), 'failed'),
      leftOpen('0.3', status('completed', { final: true }), 'aborted'),
      leftOpen('0.3', status('input-required', { final: true }), 'failed'),
    ],
  ],
  [
    'a stream that the idle timeout of a proxy ends',
    [
      cutWhenIdle(30_200, status('input-required'), closed('failed', 30_200)),
      cutWhenIdle(60_000, status('completed'), closed('closed-by-agent', 60_000)),
      cutWhenIdle(61_000, status('working'), closed('aborted', 61_000)),
    ],
  ],
  [
    'ids that change from event to event',
    (['1.0', '0.3', '0.2'] as const).map((dialect) => {
      const named = (rpcId: string) =>
        match(dialect, [
          opened(),
          task('working'),
          status('working', { rpcId: 'r' }),
          status('working', { rpcId }),
        ])
      return {
        what: dialect,
        rule: 'PARLEY-SEQ-009',
        severity: 'warning',
        pointer: '/result',
        sound: named('r'),
        broken: named('r2'),
      }
    }),
  ],
  [
    'a message among the events of a task, which 1.0 alone has a rule about',
    [
      ...(['1.0', '1.0-rc'] as const).map((dialect) => amidst(dialect, 'warning')),
      ...(['0.3', '0.3-proto', '0.2'] as const).map((dialect) => amidst(dialect, 'info')),
    ],
  ],
  [
    'a second message, which 1.0 alone has a rule about',
    [
      ...(['1.0', '1.0-rc'] as const).map((dialect) => secondMessage(dialect, 'error')),
      ...(['0.3', '0.3-proto', '0.2'] as const).map((dialect) => secondMessage(dialect, 'info')),
    ],
  ],
  [
    'a stream about another task or context than was asked for',
    [
      ...(['1.0', '1.0-rc'] as const).map((dialect) => {
        const inContext = (contextId: string) =>
          match(dialect, [{ kind: 'opened', stream: 's', operation: 'stream', contextId }, task('working')])
        return {
          what: `${dialect}: context`,
          rule: 'PARLEY-OBJ-016' as const,
          severity: 'error' as const,
          pointer: '/result/contextId',
          sound: inContext('c'),
          broken: inContext('d'),
        }
      }),
      ...(['stream', 'subscribe'] as const).flatMap((operation) =>
        (['1.0', '0.3', '0.2'] as const).map((dialect) => {
          const about = (taskId: string) =>
            match(dialect, [{ kind: 'opened', stream: 's', operation, taskId }, task('working')])
          return {
            what: `${dialect} ${operation}`,
            rule: 'PARLEY-SEQ-007' as const,
            severity: 'error' as const,
            pointer: '/result/id',
            sound: about('t'),
            broken: about('u'),
          }
        }),
      ),
    ],
  ],
]
