import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

export const sendVerb: Verb = {
  name: 'send',
  summary: 'send a message to an agent',
  operands: 'URL [TEXT]',
  about:
    'Sends a message and prints what the agent returns: its text on standard output, the states of its task on standard error, where a last line counts the errors and warnings found. "-" as TEXT reads it from standard input. With json, what the agent returns is a line for each update, in the JSON of A2A 1.0.',
  flags: [
    { name: 'file', value: 'FILE', repeat: true, files: true, help: 'attach a file' },
    { name: 'data', value: 'JSON', repeat: true, help: 'attach data' },
    { name: 'url', value: 'URL', repeat: true, help: 'attach a file by its address' },
    { name: 'task', value: 'ID', help: 'continue this task' },
    { name: 'context', value: 'ID', help: 'in this context' },
    { name: 'stream', help: 'print what the agent streams as it arrives' },
    { name: 'return-immediately', help: 'don’t ask the agent to answer only once its task has ended' },
    { name: 'wait', help: 'poll a task that hasn’t ended until it ends or needs something' },
    ...agentFlags,
  ],
  examples: [
    ['http://127.0.0.1:41241 "Plan a trip to Lisbon" --stream', 'text as it is written'],
    ['https://agent.example "What is in it?" --file photo.png', 'with a file'],
    ['https://agent.example "Yes" --task 7d1f -o json', 'an answer in a task, as JSON lines'],
  ],
  exitCodes: agentExitCodes.map(([code, meaning]) =>
    code === 1
      ? [1, 'failed, the agent returned an error, or its task failed or was rejected']
      : [code, meaning],
  ),
  load: async () => ({ run: (await import('./send.ts')).sendMessage }),
}
