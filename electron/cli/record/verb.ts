import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

export const recordVerb: Verb = {
  name: 'record',
  summary: 'record an agent and what it calls back',
  operands: 'URL',
  about:
    'Reads the card of an agent, opens the webhook receiver and prints an address for push notifications; records and prints what arrives until it is stopped, then prints a summary. With json, lines: {"sessionId", "webhook"}, an {"exchange"} for each that ended, and {"done"}.',
  flags: [
    {
      name: 'reach',
      value: 'WHERE',
      choices: ['kept', 'all'],
      help: 'where calls may come from: kept (the setting of the window, this machine only at first) or all',
    },
    ...agentFlags,
  ],
  examples: [
    ['http://127.0.0.1:41241', 'on this machine'],
    ['https://agent.example --reach all -o json > calls.jsonl', 'as JSON lines'],
  ],
  exitCodes: agentExitCodes.map(([code, meaning]) => [code, code === 0 ? 'stopped' : meaning]),
  load: async () => ({ run: (await import('./record.ts')).recordAgent }),
}
