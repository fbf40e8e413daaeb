import { severities } from '#shared/a2a/severities.ts'
import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

export const findingsVerb: Verb = {
  name: 'findings',
  summary: 'list where an agent strays from its version of A2A',
  operands: 'URL|FILE|SESSION',
  about:
    'Lists where an agent strays from its own version of A2A: its card as it is now, for an http or https address; all that crossed the wire, for a session by its id or name, as "last", or by a .parley or HAR file. Each has the call it is in, the frame of a stream, the time and the section of the specification; equal ones are listed once, with their count, the first and the last place. With json, a line for each: the finding, with the "exchangeId" and the "call", the "seq", "at" and "kind" of its entry; where it has them, the operation of A2A and the frame of the stream, from 1.',
  flags: [
    {
      name: 'severity',
      value: 'SEVERITY',
      choices: severities,
      help: 'this severity and above (default: all)',
    },
    {
      name: 'all',
      help: 'each of them, in the order of the session; without it, equal ones are listed once',
    },
    { name: 'muted', help: 'the muted rules alone; without it, they are left out and counted' },
    ...agentFlags,
  ],
  examples: [
    ['http://127.0.0.1:41241', 'of the card'],
    [
      'bug.parley --severity error -o json | jq -r .rule | sort | uniq -c',
      'of a session in a file, one line of JSON each',
    ],
  ],
  exitCodes: agentExitCodes,
  ofKept: true,
  load: async () => ({ run: (await import('./findings.ts')).listFindings }),
}
