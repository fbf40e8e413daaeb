import { taskStates } from '#shared/a2a/model.ts'
import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

const ofTask = { operands: 'URL ID', exitCodes: agentExitCodes } as const
const example = 'http://127.0.0.1:41241 7d1f2c60'

export const taskVerbs: readonly Verb[] = [
  {
    ...ofTask,
    name: 'task get',
    summary: 'read a task',
    about: 'Reads a task. With json, the task in the JSON of A2A 1.0.',
    flags: [{ name: 'history', value: 'NUMBER', help: 'maximum number of history messages' }, ...agentFlags],
    examples: [[`${example} -o json`, 'the task as JSON']],
    load: async () => ({ run: (await import('./tasks.ts')).getTask }),
  },
  {
    name: 'task list',
    summary: 'list the tasks of an agent',
    operands: 'URL',
    about: 'Lists tasks, a page at a time. With json, the page in the JSON of A2A 1.0.',
    flags: [
      { name: 'context', value: 'ID', help: 'of this context' },
      { name: 'state', value: 'STATE', choices: taskStates, help: 'in this state, such as working' },
      { name: 'page-size', value: 'NUMBER', help: 'tasks per page' },
      { name: 'page-token', value: 'TOKEN', help: 'page token from an earlier page' },
      ...agentFlags,
    ],
    examples: [['http://127.0.0.1:41241 --state working', 'the tasks in progress']],
    exitCodes: agentExitCodes,
    load: async () => ({ run: (await import('./tasks.ts')).listTasks }),
  },
  {
    ...ofTask,
    name: 'task cancel',
    summary: 'cancel a task',
    about: 'Asks the agent to cancel a task. With json, the task in the JSON of A2A 1.0.',
    flags: agentFlags,
    examples: [[example, 'its state then']],
    load: async () => ({ run: (await import('./tasks.ts')).cancelTask }),
  },
  {
    ...ofTask,
    name: 'task subscribe',
    summary: 'follow a task until its stream ends',
    about:
      'Prints what a task streams as it arrives. With json, a line for each update, in the JSON of A2A 1.0.',
    flags: agentFlags,
    examples: [[`${example} -o json`, 'JSON lines']],
    load: async () => ({ run: (await import('./tasks.ts')).subscribeToTask }),
  },
]
