import type { Agent } from '#shared/contract/agents.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Agents } from './agents.ts'

type ForgetAgent = (agentId: string) => Promise<{ readonly removed: boolean }>

/** An agent leaves with all that each of these has of it. */
export function createForgetAgent(
  agents: Agents,
  each: readonly ((agentId: string) => Promise<void> | void)[],
): ForgetAgent {
  return async (agentId) => {
    const outcome = await agents.remove(agentId)
    if (outcome.removed) for (const forget of each) await forget(agentId)
    return outcome
  }
}

/** What was typed before and led nowhere makes room for what is typed now. */
export function createAddAgent(agents: Agents, forgetAgent: ForgetAgent) {
  return async ({ address, tentative }: Inputs['agents']['add']): Promise<Agent> => {
    const before = agents.tentative()
    const agent = await agents.add(address, { tentative })
    for (const { id } of before) if (id !== agent.id) await forgetAgent(id)
    return agent
  }
}
