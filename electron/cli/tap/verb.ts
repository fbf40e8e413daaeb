import { signedCardChoices, tapFaultKinds } from '#shared/contract/taps.ts'
import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

export const tapVerb: Verb = {
  name: 'tap',
  summary: 'record what others say to an agent',
  operands: '[URL]',
  about:
    'Prints an address to call in place of the agent: what is sent there is forwarded unchanged, recorded and printed as a line, until it is stopped. Credentials given here are for reading the card; callers bring their own. With --proxy and no URL it is a forward proxy (HTTP_PROXY) for all agents that a program calls over plain HTTP; what goes by CONNECT passes unread, and is listed.',
  flags: [
    { name: 'proxy', help: 'a forward proxy, in place of the tap of one agent' },
    { name: 'port', value: 'NUMBER', help: 'port to listen on (default: any free port)' },
    {
      name: 'host',
      value: 'ADDRESS',
      help: 'address to listen on (default: 127.0.0.1); any other lets other machines call',
    },
    {
      name: 'signed-card',
      value: 'CHOICE',
      choices: signedCardChoices,
      help: 'rewritten (default): served without its signature; as-is: unchanged, and calls to its addresses bypass the tap',
    },
    {
      name: 'out',
      value: 'FILE',
      files: true,
      help: 'file to write at the end: a .parley file of what was recorded',
    },
    {
      name: 'part',
      value: 'MB',
      help: 'with --out: begin a new part at this size (default: 100)',
    },
    {
      name: 'keep',
      value: 'NUMBER',
      help: 'with --out: number of earlier parts to keep, as FILE.1 and so on (default: 9)',
    },
    {
      name: 'otlp',
      value: 'URL',
      help: 'send what is recorded as traces to this OTLP/HTTP endpoint, in place of the one in the settings',
    },
    {
      name: 'otlp-header',
      value: '"NAME: VALUE"',
      repeat: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine looks it up in its environment
      help: 'with --otlp: sent with each request there; ${env:NAME} reads a variable',
    },
    {
      name: 'fault',
      value: 'ROUTE=KIND:N',
      repeat: true,
      help: `a fault to inject, as in stream=cut:3 or *=delay:500; ${Object.keys(tapFaultKinds).join(', ')}`,
    },
    {
      name: 'webhooks',
      help: 'record push notifications, too: where a caller names a webhook, the agent gets an address of the tap in its place',
    },
    ...agentFlags,
  ],
  examples: [
    ['http://127.0.0.1:41241', 'on this machine'],
    ['--proxy --port 41300', 'all agents that a program calls, by HTTP_PROXY=http://127.0.0.1:41300'],
    ['http://agent:8080 --host 0.0.0.0 --port 41300 --out calls.parley', 'in a container, for days'],
    ['http://127.0.0.1:41241 --otlp http://127.0.0.1:4318', 'as traces to a Collector'],
    ['http://127.0.0.1:41241 --webhooks', 'with what the agent posts to webhooks'],
    ['http://127.0.0.1:41241 --fault stream=cut:3', 'how a client handles an interrupted stream'],
  ],
  exitCodes: agentExitCodes.map(([code, meaning]) => [code, code === 0 ? 'stopped' : meaning]),
  load: async () => ({ run: (await import('./run.ts')).runTap }),
}
