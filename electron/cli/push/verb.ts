import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

const exitCodes = agentExitCodes
const example = 'https://agent.example 7d1f2c60'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: looked up in the environment when the verb runs
export const pushVerbs: readonly Verb[] = [
  {
    name: 'push set',
    summary: 'register a webhook for a task',
    operands: 'URL ID WEBHOOK',
    about: 'Registers a webhook for a task. With json, what the agent returns, in the JSON of A2A 1.0.',
    flags: [
      { name: 'config', value: 'ID', help: 'id of the configuration (default: the agent chooses one)' },
      {
        name: 'token',
        value: 'TOKEN',
        help: 'sent with each call to the webhook; ${env:NAME} reads a variable',
      },
      ...agentFlags,
    ],
    examples: [[`${example} https://hooks.example/a2a --token '\${env:HOOK_TOKEN}'`, 'with a token']],
    exitCodes,
    load: async () => ({ run: (await import('./push.ts')).setConfig }),
  },
  {
    name: 'push list',
    summary: 'list the webhooks of a task',
    operands: 'URL ID',
    about: 'Lists the webhooks that an agent has for a task. With json, in the JSON of A2A 1.0.',
    flags: agentFlags,
    examples: [[`${example} -o json`, 'with all the agent returns']],
    exitCodes,
    load: async () => ({ run: (await import('./push.ts')).listConfigs }),
  },
  {
    name: 'push delete',
    summary: 'delete a webhook of a task',
    operands: 'URL ID CONFIG',
    about:
      'Deletes a webhook of a task, by the id of its configuration. With json, it prints nothing either.',
    flags: agentFlags,
    examples: [[`${example} hook-1`, 'prints nothing']],
    exitCodes,
    load: async () => ({ run: (await import('./push.ts')).deleteConfig }),
  },
  {
    name: 'push listen',
    summary: 'receive the push notifications of a task',
    operands: 'URL ID',
    about:
      'Starts Parley’s webhook receiver with its settings of the window, registers it for a task, and prints what the agent sends until the task has ended. With json, a line for each notification, in the JSON of A2A 1.0.',
    flags: [
      { name: 'public-url', value: 'URL', help: 'where a tunnel or proxy makes the receiver reachable' },
      ...agentFlags,
    ],
    examples: [[`${example} --public-url https://abc.tunnel.example`, 'through a tunnel']],
    exitCodes,
    load: async () => ({ run: (await import('./push.ts')).listen }),
  },
]
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: looked up in the environment when the verb runs
