import { describe, expect, it } from 'vitest'
import { diagnose, type SilenceFacts } from './diagnose.ts'

const now = 1_000_000
/** Nothing is wrong with these: a public address, listened on, confirmed, listed, reached. */
const facts: SilenceFacts = {
  configId: 'c',
  now,
  createdAt: now - 60_000,
  answeredAt: now - 60_000,
  calls: 0,
  standing: 'confirmed',
  answered: 'The agent keeps it as it was given.',
  given: { host: 'tunnel.example', hostAndPort: 'tunnel.example' },
  agentHost: 'agent.example',
  declaresPush: true,
  listening: true,
  reachable: true,
  noise: 0,
  listed: 'there',
  ownCall: 'reached',
}
const loopback = { host: '127.0.0.1', hostAndPort: '127.0.0.1:4000' }

/** Each suspicion as its weight and the beginning of its sentence. */
const cases: readonly (readonly [
  name: string,
  changes: Partial<SilenceFacts>,
  suspicions: readonly string[],
])[] = [
  ['nothing is wrong', {}, []],
  ['calls have come', { calls: 1, listening: false }, []],
  ['the receiver is off', { listening: false }, ['certain The receiver is off']],
  [
    'the receiver moved',
    { reachable: false, given: { host: 'tunnel.example', hostAndPort: 'tunnel.example:1' } },
    ['certain The agent was given tunnel.example:1, where Parley no longer listens.'],
  ],
  [
    'the agent refused',
    { standing: 'refused', exchangeId: 'x' },
    ['certain The agent never took the configuration.'],
  ],
  [
    'the agent never answered',
    { standing: 'prepared' },
    ['likely The agent never confirmed the configuration.'],
  ],
  [
    'the agent forgot it',
    { listed: 'gone' },
    ['certain The agent does not have the configuration any more.'],
  ],
  [
    'the agent does no push',
    { declaresPush: false },
    ['likely The agent says that it does no push notifications.'],
  ],
  [
    'the card is silent',
    { declaresPush: undefined },
    ['possible The agent does not say that it does push notifications.'],
  ],
  [
    'the tunnel is broken',
    { ownCall: 'not-reached' },
    ['certain tunnel.example does not even lead here from this machine.'],
  ],
  [
    'our loopback, the agent elsewhere',
    { given: loopback },
    [
      'certain The agent was given 127.0.0.1, which on its own machine, agent.example, is',
      'likely Agents on the official SDKs',
    ],
  ],
  [
    'our loopback, the agent maybe in a container',
    { given: loopback, agentHost: 'localhost' },
    [
      'likely Agents on the official SDKs',
      'possible The agent was given 127.0.0.1. If it runs in a container,',
    ],
  ],
  [
    'a private address',
    { given: { host: '10.0.0.5', hostAndPort: '10.0.0.5:1' } },
    ['likely Agents on the official SDKs of August 2026 and later refuse'],
  ],
  [
    'the task was over before',
    { task: { state: 'completed', since: now - 61_000 } },
    ['certain The task was completed before the configuration was set'],
  ],
  ['the task ended after', { task: { state: 'completed', since: now - 1_000 } }, []],
  [
    'only final states are told',
    { task: { state: 'working', since: now } },
    ['possible The task is working. Some agents only tell'],
  ],
  ['this computer slept', { wokeAt: now - 1 }, ['possible This computer slept since']],
  ['it slept before', { wokeAt: now - 70_000 }, []],
  ['somebody called elsewhere', { noise: 3 }, ['possible Somebody called, at a path that is not']],
]

describe('why nothing arrived', () => {
  it.each(cases)('%s', (_, changes, suspicions) => {
    const found = diagnose({ ...facts, ...changes }).suspicions
    const said = found.map(({ weight, sentence }, index) =>
      `${weight} ${sentence}`.slice(0, suspicions[index]?.length),
    )
    expect(said).toEqual(suspicions)
    for (const { checked } of found) expect(checked).not.toBe('')
  })

  it.each([
    ['at once', { answeredAt: now - 500 }, false],
    ['after a while', { answeredAt: now - 10_000 }, true],
    ['at once, when something is certain', { answeredAt: now - 500, listening: false }, true],
    ['with calls', { answeredAt: now - 500, calls: 1 }, true],
  ])('is settled %s', (_, changes, settled) => {
    expect(diagnose({ ...facts, ...changes }).settled).toBe(settled)
  })
})
