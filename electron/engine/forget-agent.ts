import type { AccessService } from './access/access.ts'
import type { Agents } from './agents.ts'
import type { DiscoveryService } from './discovery/discovery.ts'
import type { CardQuestions } from './discovery/questions.ts'
import type { Push } from './receiver/push.ts'

interface ForgetDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly questions: CardQuestions
  readonly push: Pick<Push, 'forgetAgent'>
}

/** An agent leaves with its settings, its secrets, its remembered card and its push configurations. */
export function createForgetAgent({ agents, access, discovery, questions, push }: ForgetDeps) {
  return async (agentId: string): Promise<{ readonly removed: boolean }> => {
    const outcome = await agents.remove(agentId)
    if (!outcome.removed) return outcome
    await access.forget(agentId)
    await discovery.forget(agentId)
    questions.forget(agentId)
    await push.forgetAgent(agentId)
    return outcome
  }
}
