import { agentExitCodes } from '../exit-codes.ts'
import { agentFlags } from '../flags.ts'
import type { Verb } from '../verb.ts'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
export const cardGetVerb: Verb = {
  name: 'card get',
  summary: 'read an agent’s card',
  operands: 'URL',
  about:
    'Reads the card of an agent, and says what it declares, what Parley would use and what is wrong with it. With json, {"url", "card", "interface", "findings"}, where the card is as the agent returned it.',
  flags: agentFlags,
  examples: [
    ['http://127.0.0.1:41241', 'for people'],
    ["https://agent.example --bearer '${env:TOKEN}' -o json | jq .card", 'the card as the agent returned it'],
  ],
  exitCodes: agentExitCodes,
  load: async () => ({ run: (await import('./card.ts')).getCard }),
}
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: the engine looks these up in its environment
