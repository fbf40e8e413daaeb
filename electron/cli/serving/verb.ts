import { mockPaces } from '#shared/contract/mock-agents.ts'
import { dataFlags, outputFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

const exitCodes: Verb['exitCodes'] = [
  [0, 'stopped'],
  [1, 'failed'],
  [2, 'wrong usage'],
]

export const demoVerb: Verb = {
  name: 'demo',
  summary: 'run the demo agent',
  operands: '',
  about:
    'Runs the demo agent on this machine and prints its address, until it is stopped. With json, {"url", "grpc"}.',
  flags: [
    { name: 'port', value: 'NUMBER', help: 'port to listen on (default: any free port)' },
    ...outputFlags,
  ],
  examples: [
    ['', 'prints its address'],
    ['--port 41241', 'always at the same one'],
  ],
  exitCodes,
  load: async () => ({ run: (await import('./serving.ts')).runDemo }),
}

export const mockVerb: Verb = {
  name: 'mock',
  summary: 'answer as the agent of a session did',
  operands: 'FILE|SESSION',
  about:
    'Answers on a local address as an agent did in a session, and prints the address, until it is stopped. A session is named by its id or name, as "last", or by a .parley or HAR file. With json, {"address", "name", "calls"} and what else the window shows of it.',
  flags: [
    { name: 'agent', value: 'NAME', help: 'the agent, if the session has several' },
    {
      name: 'pace',
      value: 'PACE',
      choices: mockPaces,
      help: 'recorded, shortened or at-once (default: shortened)',
    },
    ...outputFlags,
    ...dataFlags,
  ],
  examples: [['travel.parley', 'for tests of a client, without the agent']],
  exitCodes,
  ofKept: true,
  load: async () => ({ run: (await import('./serving.ts')).runMock }),
}
