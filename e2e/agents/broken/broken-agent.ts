// Misbehaving agents by name, one server each. What an agent says wrongly within sound HTTP is the business of the
// composable agents next door; these are wrong on the wire itself.

import { brokenBodies } from './bodies.ts'
import { brokenConnections } from './connections.ts'
import { brokenHeads } from './heads.ts'
import type { BrokenAgent } from './raw-server.ts'
import { brokenStreams } from './streams.ts'
import { brokenTls } from './tls.ts'

export type { BrokenAgent } from './raw-server.ts'

const brokenAgents = { ...brokenConnections, ...brokenTls, ...brokenHeads, ...brokenBodies, ...brokenStreams }

export type BrokenAgentName = keyof typeof brokenAgents

export const brokenAgentNames = Object.keys(brokenAgents) as readonly BrokenAgentName[]

export function brokenAgent(name: BrokenAgentName): Promise<BrokenAgent> {
  return brokenAgents[name]()
}
