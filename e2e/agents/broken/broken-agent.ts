// Misbehaving agents by name, each with a server of its own. These break HTTP, TLS or gRPC itself; agents that break A2A within
// valid HTTP are composed from quirks.

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
