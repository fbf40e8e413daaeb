// Agents that call registered webhooks, correctly and not (PROTOCOL.md §6). Those named `-0.3` post whole tasks.

import type { AgentOptions } from '../agent.ts'
import type { Quirk } from '../quirk.ts'
import { type SigningOptions, signedCalls } from '../quirks/signed-calls.ts'
import * as hooks from '../quirks/webhook-wrongs.ts'
import { type NamedAgent, named } from './named-agent.ts'

const push = (name: string, does: string, ...quirks: readonly Quirk[]): NamedAgent =>
  named(`push-${name}`, '§6', does, { dialect: '1.0', quirks })
/** Each start generates new keys. */
const signing = (name: string, does: string, options?: SigningOptions): NamedAgent =>
  named(`push-${name}`, '§6.3', does, () => ({ dialect: '1.0', quirks: [signedCalls(options)] }))
const options03: AgentOptions = { dialect: '0.3' }

export const pushAgents: readonly NamedAgent[] = [
  push('good', 'Posts every update with the token and credentials it was given'),
  named('push-good-0.3', '§6.2', 'Posts the whole task for every update', options03),
  named('push-good-0.1', '§6.2', 'Posts a task without a kind', { dialect: '0.1' }),
  push('late', 'Posts every update 100 ms late, after the task has ended', hooks.lateCalls(100)),
  push('duplicate', 'Posts every update twice', hooks.duplicateCalls),
  push('reversed', 'Posts its updates last first', hooks.reversedCalls),
  push('wrong-token', 'Posts with a wrong token', hooks.wrongToken),
  push('no-token', 'Posts without saying who it is', hooks.noToken),
  push('token-only', 'Never sends Authorization, as Python does', hooks.tokenOnly),
  push('no-content-type', 'Posts without a content type', hooks.noContentType),
  push('wrong-shape', 'Posts JSON that is no update', hooks.wrongShape({ hello: 'world', items: [1, 2] })),
  push(
    'foreign-task',
    'Posts an update of a task nobody has',
    hooks.wrongShape({
      statusUpdate: {
        taskId: 'nobody-has-this',
        contextId: 'nor-this',
        status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-11-21T04:00:00.000Z' },
      },
    }),
  ),
  push(
    'mixed-shape',
    'Posts a 0.3 task though it speaks 1.0',
    hooks.wrongShape({
      kind: 'task',
      id: 'task-of-0.3',
      contextId: 'context',
      status: { state: 'completed' },
    }),
  ),
  push('final-only', 'Posts the last update alone', hooks.finalCallOnly),
  push('challenge', 'Posts only to receivers that repeat its validationToken', hooks.challenges('prove-it')),
  push(
    'retries',
    'Tries a post that was refused again after 40, 80 and 160 ms',
    hooks.retries([40, 80, 160]),
  ),
  signing('jwt', 'Signs its posts with a JWT, its keys at /.well-known/jwks.json'),
  signing('jwt-forged', 'Signs with another key than the one it serves', { forged: true }),
  signing('jwt-replayed', 'Gives every JWT the same id', {
    claims: (claims) => ({ ...claims, jti: 'the-same' }),
  }),
  signing('jwt-stale', 'Signs with a JWT issued ten minutes ago and expired', {
    claims: (claims) => ({ ...claims, iat: secondsAgo(600), exp: secondsAgo(300) }),
  }),
  signing('jwt-elsewhere', 'Signs for another webhook, issuer and task', {
    claims: (claims) => ({
      ...claims,
      iss: 'https://elsewhere.example',
      aud: 'https://elsewhere.example/hook',
      taskId: 'another',
    }),
  }),
  signing('jwt-bare', 'Signs a JWT that claims nothing', { claims: () => ({}) }),
]

function secondsAgo(seconds: number): number {
  return Math.floor(Date.now() / 1000) - seconds
}
