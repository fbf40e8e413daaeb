// Agents that call the webhooks they were told of, well and badly (PROTOCOL.md §6). Those named `-0.3` post whole tasks.

import type { AgentOptions } from '../agent.ts'
import type { Quirk } from '../quirk.ts'
import * as hooks from '../quirks/webhook-wrongs.ts'
import { type NamedAgent, named } from './named-agent.ts'

const push = (name: string, does: string, ...quirks: readonly Quirk[]): NamedAgent =>
  named(`push-${name}`, '§6', does, { dialect: '1.0', quirks })
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
]
