// An agent with a name, for the command line and for tests.

import { type Agent, type AgentOptions, agent } from '../agent.ts'

/** What the command line needs of any agent. */
export interface Listed extends Pick<NamedAgent, 'name' | 'does' | 'mirrors'> {
  readonly start: () => Promise<Started>
}

export interface Started {
  readonly url: string
  close(): Promise<void>
}

export interface NamedAgent {
  readonly name: string
  /** One sentence about its behavior. */
  readonly does: string
  /** The section of PROTOCOL.md that it imitates. */
  readonly mirrors: string
  readonly start: (overrides?: Partial<AgentOptions>) => Promise<Agent>
}

/** `options` is a function where options have state: each start calls it. */
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
