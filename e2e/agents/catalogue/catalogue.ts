// Every agent that can be started by name. An agent needs a name, two sentences about it and a `start`, so raw servers fit as
// well.

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

/** Those composed of a dialect, a script and quirks. */
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

/** An agent by name; its `start` accepts options that override its own. */
export function namedAgent(name: string): NamedAgent {
  const match = composedAgents.find((entry) => entry.name === name)
  if (match === undefined) throw new Error(`No agent is named ${name}`)
  return match
}
