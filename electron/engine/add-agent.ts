import type { Agent } from '#shared/contract/agents.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Agents } from './agents.ts'

interface AddDeps {
  readonly agents: Agents
  forgetAgent(agentId: string): Promise<unknown>
}

/** What was typed before and led nowhere makes room for what is typed now. */
export function createAddAgent({ agents, forgetAgent }: AddDeps) {
  return async ({ address, tentative }: Inputs['agents']['add']): Promise<Agent> => {
    const before = agents.tentative()
    const agent = await agents.add(address, { tentative })
    for (const { id } of before) if (id !== agent.id) await forgetAgent(id)
    return agent
  }
}
