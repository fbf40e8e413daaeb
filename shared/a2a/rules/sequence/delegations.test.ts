import { expect, test } from 'vitest'
import type { TaskState } from '../../model.ts'
import { createDelegations, type DelegationSource, maxDelegations } from './delegations.ts'

const user: DelegationSource = {
  agentId: 'a',
  host: 'a.example',
  isPrompt: true,
  via: undefined,
  references: [],
}
const agent: DelegationSource = {
  agentId: 'b',
  host: 'b.example',
  isPrompt: true,
  via: { program: 'a/1.0' },
  references: ['t'],
}
type Step = readonly [id: string, state: TaskState, source: DelegationSource]
const lastOf = (...steps: readonly Step[]) => {
  const delegations = createDelegations()
  return steps.map(([id, state, source]) => delegations.observe({ taskId: id, state }, source, 5)).at(-1)
}

test('a task that completes has those at work whose message refers to it', () => {
  const [u, t] = [
    ['u', 'submitted', agent],
    ['t', 'completed', user],
  ] as const
  expect(lastOf(u, t)).toEqual([expect.objectContaining({ taskId: 'u', host: 'b.example', sentMs: 5 })])
  expect(lastOf(u, ['u', 'working', { ...agent, references: [] }], t)).toMatchObject([{ state: 'working' }])
})

test.each<readonly [string, readonly Step[]]>([
  ['has completed', [['u', 'completed', agent]]],
  [
    'was refused',
    [
      ['u', 'working', agent],
      ['u', 'rejected', { ...agent, isPrompt: false }],
    ],
  ],
  [
    'has failed',
    [
      ['u', 'working', agent],
      ['u', 'failed', agent],
    ],
  ],
  [
    'waits for input',
    [
      ['u', 'working', agent],
      ['u', 'input-required', agent],
    ],
  ],
  ['is the same agent’s, as a follow-up is', [['u', 'working', { ...agent, agentId: 'a' }]]],
  ['the user began', [['u', 'working', { ...agent, via: undefined }]]],
  ['refers to another task', [['u', 'working', { ...agent, references: ['t0'] }]]],
  [
    'refers to too many to be followed',
    [['u', 'working', { ...agent, references: [...Array(8).fill('t0'), 't'] }]],
  ],
])('none is one that %s', (_what, steps) => {
  expect(lastOf(...steps, ['t', 'completed', user])).toEqual([])
})

test('none is one that the same program sent beside the task', () => {
  expect(lastOf(['u', 'working', agent], ['t', 'completed', { ...user, via: { program: 'a/1.0' } }])).toEqual(
    [],
  )
})

test('none is there for a task that fails, or that is looked at later', () => {
  expect(lastOf(['u', 'working', agent], ['t', 'failed', user])).toEqual([])
  expect(lastOf(['u', 'working', agent], ['t', 'completed', { ...user, isPrompt: false }])).toEqual([])
})

test('one whose end a webhook call may tell of is followed no further, nor is the oldest of many', () => {
  const delegations = createDelegations()
  const completed = () =>
    delegations.observe({ taskId: 't', state: 'completed' }, user, 9).map(({ taskId }) => taskId)
  delegations.observe({ taskId: 'u', state: 'working' }, agent, 1)
  delegations.forget(agent, 'u')
  expect(completed()).toEqual([])
  for (let i = 0; i <= maxDelegations; i++)
    delegations.observe({ taskId: `u${i}`, state: 'working' }, agent, 1)
  expect([completed().length, completed()[0]]).toEqual([maxDelegations, 'u1'])
})
