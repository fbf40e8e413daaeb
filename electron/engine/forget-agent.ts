import type { Agent } from '#shared/contract/agents.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { Agents } from './agents.ts'
import type { PendingRemovals } from './pending-removals.ts'

type ForgetAgent = (agentId: string) => Promise<{ readonly removed: boolean }>
type Forget = (agentId: string) => Promise<void> | void

/** An agent leaves with all that each of these has of it, also where an end of Parley broke that off before. */
export function createForgetAgent(agents: Agents, each: readonly Forget[]): ForgetAgent {
  return async (agentId) => {
    const outcome = await agents.remove(agentId)
    for (const forget of each) await forget(agentId)
    return outcome
  }
}

/** What was typed before and led nowhere makes room for what is typed now. */
export function createAddAgent(agents: Agents, forgetAgent: ForgetAgent, pending: PendingRemovals) {
  return async ({ address, tentative }: Inputs['agents']['add']): Promise<Agent> => {
    const before = agents.tentative().filter(({ id: agentId }) => !pending.hides({ kind: 'agent', agentId }))
    const agent = await agents.add(address, { tentative })
    for (const { id } of before) if (id !== agent.id) await forgetAgent(id)
    return agent
  }
}
