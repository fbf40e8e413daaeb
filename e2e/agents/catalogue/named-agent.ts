// An agent with a name: what the command line lists and tests pick from.

import { type Agent, type AgentOptions, agent } from '../agent.ts'

/** What the command line needs of any agent, composed or written straight on sockets. */
export interface Listed extends Pick<NamedAgent, 'name' | 'does' | 'mirrors'> {
  readonly start: () => Promise<Started>
}

export interface Started {
  readonly url: string
  close(): Promise<void>
}

export interface NamedAgent {
  readonly name: string
  /** What it does, in one sentence. */
  readonly does: string
  /** The section of PROTOCOL.md it mirrors. */
  readonly mirrors: string
  readonly start: (overrides?: Partial<AgentOptions>) => Promise<Agent>
}

/** Options that remember something are made anew for each start. */
export function named(
  name: string,
  mirrors: string,
  does: string,
  options: AgentOptions | (() => AgentOptions),
): NamedAgent {
  return {
    name,
    does,
    mirrors,
    start: (overrides = {}) =>
      agent({ name, ...(typeof options === 'function' ? options() : options), ...overrides }),
  }
}
