// Every agent that can be started by name. A new family is one more line here; agents need only a name, two sentences
// about them and a `start`, so that those written straight on sockets fit as well.

import { behaviourAgents } from './behaviour-agents.ts'
import { brokenAgents } from './broken-agents.ts'
import { cardAgents } from './card-agents.ts'
import { dialectAgents } from './dialect-agents.ts'
import { freezingAgents } from './freezing-agents.ts'
import { hostAgents } from './host-agents.ts'
import { implementationAgents } from './implementation-agents.ts'
import type { Listed, NamedAgent } from './named-agent.ts'
import { pushAgents } from './push-agents.ts'
import { sdkAgents } from './sdk-agents.ts'

export const families: Readonly<Record<string, readonly Listed[]>> = {
  Dialects: dialectAgents,
  'SDKs and frameworks, measured or documented': sdkAgents,
  'Other implementations': implementationAgents,
  'Broken rules': behaviourAgents,
  Webhooks: pushAgents,
  Cards: cardAgents,
  'Hosts of several agents, and of none': hostAgents,
  'Made to hold a window': freezingAgents,
  'Broken below HTTP or gRPC': brokenAgents,
}

/** Those made of a dialect, a script and quirks. */
const composedAgents: readonly NamedAgent[] = [
  ...dialectAgents,
  ...sdkAgents,
  ...implementationAgents,
  ...behaviourAgents,
  ...pushAgents,
  ...cardAgents,
  ...hostAgents,
  ...freezingAgents,
]

/** An agent of the kit by name; starting it takes overrides for its options. */
export function namedAgent(name: string): NamedAgent {
  const match = composedAgents.find((entry) => entry.name === name)
  if (match === undefined) throw new Error(`No agent is named ${name}`)
  return match
}
