import { tapFaultKinds } from '#shared/contract/taps.ts'
import { agentExitCodes } from '../exit-meanings.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

export const tapVerb: Verb = {
  name: 'tap',
  summary: 'record what others say to an agent',
  operands: 'URL',
  minOperands: 1,
  maxOperands: 1,
  about:
    'Prints an address to call in place of the agent: what is sent there is forwarded unchanged, recorded and told, until it is stopped. Credentials given here are for reading the card; callers bring their own.',
  flags: [
    { name: 'port', value: 'NUMBER', help: 'port to listen on; any free one without it' },
    {
      name: 'host',
      value: 'ADDRESS',
      help: 'address to listen on, 127.0.0.1 without it; any other lets other machines call',
    },
    {
      name: 'out',
      value: 'FILE',
      files: true,
      help: 'a .parley file of what was recorded, written at the end',
    },
    {
      name: 'part',
      value: 'MB',
      help: 'with --out: from this size on it is written, and a new one begun; 100 without it',
    },
    {
      name: 'keep',
      value: 'NUMBER',
      help: 'with --out: earlier parts kept, as FILE.1 and so on; 9 without it',
    },
    {
      name: 'otlp',
      value: 'URL',
      help: 'send what is recorded as traces to this OTLP/HTTP endpoint, in place of the one of the settings',
    },
    {
      name: 'otlp-header',
      value: '"NAME: VALUE"',
      repeat: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine looks it up in its environment
      help: 'with --otlp: sent with each request there; ${env:NAME} is looked up',
    },
    {
      name: 'fault',
      value: 'ROUTE=KIND:N',
      repeat: true,
      help: `a fault to inject, as in stream=cut:3 or *=delay:500; ${Object.keys(tapFaultKinds).join(', ')}`,
    },
    ...agentFlags,
  ],
  examples: [
    ['http://127.0.0.1:41241', 'on this machine'],
    ['http://agent:8080 --host 0.0.0.0 --port 41300 --out calls.parley', 'in a container, for days'],
    ['http://127.0.0.1:41241 --otlp http://127.0.0.1:4318', 'as traces to a Collector'],
    ['http://127.0.0.1:41241 --fault stream=cut:3', 'how a client bears a stream that breaks off'],
  ],
  exitCodes: agentExitCodes.map(([code, meaning]) => [code, code === 0 ? 'stopped' : meaning]),
  load: async () => ({ run: (await import('./run.ts')).tapAgent }),
}
