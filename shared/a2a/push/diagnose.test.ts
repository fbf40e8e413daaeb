import { describe, expect, it } from 'vitest'
import { diagnose, type SilenceFacts } from './diagnose.ts'

const now = 1_000_000
/** Facts without a fault: a public address, listening, confirmed, listed, reached. */
const facts: SilenceFacts = {
  configId: 'c',
  now,
  createdAt: now - 60_000,
  sentAt: now - 60_000,
  silentSince: now - 60_000,
  calls: 0,
  standing: 'confirmed',
  answered: 'The agent stored it as given.',
  given: { host: 'tunnel.example', hostAndPort: 'tunnel.example' },
  agentHost: 'agent.example',
  declaresPush: true,
  listening: true,
  reachable: true,
  noise: 0,
  listed: 'there',
  ownCall: 'reached',
}
const unknownMethod = {
  code: -32_601,
  message: 'Method not found',
  method: 'ListTaskPushNotificationConfigs',
  isRegistration: false,
  exchangeId: 'l',
} as const
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
    {
      reachable: false,
      ownCall: undefined,
      given: { host: 'tunnel.example', hostAndPort: 'tunnel.example:1' },
    },
    ['likely The agent was given tunnel.example:1, where Parley no longer listens.'],
  ],
  [
    'the receiver moved, and its old address leads nowhere',
    { reachable: false, given: loopback, agentHost: undefined, ownCall: 'not-reached' },
    [
      'certain The agent was given 127.0.0.1:4000, where Parley no longer listens.',
      'certain 127.0.0.1:4000 does not even lead here from this machine.',
      'possible Some agents refuse to call loopback and private addresses',
    ],
  ],
  [
    'the agent refused',
    { standing: 'refused', exchangeId: 'x' },
    ['certain The agent rejected the request that carried the configuration.'],
  ],
  [
    'the agent does not know the method that registers',
    {
      standing: 'refused',
      exchangeId: 'x',
      returned: { ...unknownMethod, method: 'CreateTaskPushNotificationConfig', isRegistration: true },
    },
    [
      'certain The agent returned -32601 Method not found to CreateTaskPushNotificationConfig: it doesn’t support this method.',
    ],
  ],
  [
    'the agent does not know the method that reads it back',
    { standing: 'sent', listed: 'no-answer', returned: unknownMethod },
    [
      'likely The agent returned -32601 Method not found to ListTaskPushNotificationConfigs: it doesn’t support this method.',
    ],
  ],
  [
    'the agent says to its list that it does no push',
    {
      standing: 'sent',
      listed: 'no-answer',
      returned: { ...unknownMethod, code: -32_003, message: 'Push Notification is not supported' },
    },
    [
      'certain The agent returned -32003 Push Notification is not supported to ListTaskPushNotificationConfigs: it doesn’t support push notifications.',
    ],
  ],
  [
    'the list of an agent that confirmed it fails with HTTP 500',
    {
      listed: 'no-answer',
      returned: { ...unknownMethod, code: undefined, status: 500, message: undefined },
    },
    [
      'possible The agent returned HTTP 500 to ListTaskPushNotificationConfigs: whether it has the configuration isn’t known.',
    ],
  ],
  [
    'the agent never answered',
    { standing: 'prepared' },
    ['likely The agent never confirmed the configuration.'],
  ],
  ['the agent forgot it', { listed: 'gone' }, ['certain The agent no longer lists the configuration.']],
  [
    'the agent may never have had it',
    { listed: 'gone', standing: 'sent' },
    ['likely The agent doesn’t list', 'possible The agent hasn’t confirmed that it has the configuration.'],
  ],
  [
    'the agent took it with a message',
    { standing: 'sent' },
    ['possible The agent hasn’t confirmed that it has the configuration.'],
  ],
  [
    'the agent does no push',
    { declaresPush: false },
    ['likely The card declares no support for push notifications.'],
  ],
  [
    'the card is silent',
    { declaresPush: undefined },
    ['possible The agent doesn’t say that it supports push notifications.'],
  ],
  [
    'the tunnel is broken',
    { ownCall: 'not-reached' },
    ['likely tunnel.example does not even lead here from this machine.'],
  ],
  [
    'our loopback, the agent elsewhere',
    { given: loopback },
    [
      'likely The agent was given 127.0.0.1. On its own machine, agent.example, that is',
      'possible Some agents refuse to call loopback and private addresses',
    ],
  ],
  [
    'our loopback, the agent maybe in a container',
    { given: loopback, agentHost: 'localhost' },
    [
      'possible Some agents refuse to call loopback and private addresses',
      'possible The agent was given 127.0.0.1. If it runs in a container,',
    ],
  ],
  [
    'a private address',
    { given: { host: '10.0.0.5', hostAndPort: '10.0.0.5:1' } },
    ['possible Some agents refuse to call loopback and private addresses'],
  ],
  [
    'the task was over before',
    { task: { state: 'completed', since: now - 61_000 } },
    ['certain The task was completed before the configuration was set'],
  ],
  [
    'the task was over when a message had been answered, not when it was sent',
    { sentAt: now - 62_000, task: { state: 'completed', since: now - 61_000 } },
    [],
  ],
  ['the task ended after', { task: { state: 'completed', since: now - 1_000 } }, []],
  [
    'only final states are told',
    { task: { state: 'working', since: now } },
    ['possible The task is working. Some agents only report'],
  ],
  ['this computer slept', { wokeAt: now - 1 }, ['likely This computer was asleep']],
  [
    'this computer slept, and the agent says it does no push',
    { wokeAt: now - 1, declaresPush: false },
    ['likely This computer was asleep', 'possible The card declares no support for push notifications.'],
  ],
  ['it slept before', { wokeAt: now - 70_000 }, []],
  ['somebody called elsewhere', { noise: 3 }, ['possible A call arrived at a path that isn’t']],
]

describe('why nothing arrived', () => {
  it.each(cases)('%s', (_, changes, suspicions) => {
    const matches = diagnose({ ...facts, ...changes }).suspicions
    const texts = matches.map(({ weight, sentence }, index) =>
      `${weight} ${sentence}`.slice(0, suspicions[index]?.length),
    )
    expect(texts).toEqual(suspicions)
    for (const { checked } of matches) expect(checked).not.toBe('')
  })

  it.each([
    ['at once', { silentSince: now - 500 }, false],
    ['after a while', { silentSince: now - 10_000 }, true],
    ['at once, when something is certain', { silentSince: now - 500, listening: false }, true],
    ['with calls', { silentSince: now - 500, calls: 1 }, true],
  ])('is settled %s', (_, changes, settled) => {
    expect(diagnose({ ...facts, ...changes }).settled).toBe(settled)
  })
})
