import type { AccessService } from './access/access.ts'
import type { Agents } from './agents.ts'
import type { ChatStore } from './chat-memory.ts'
import type { AgentPrompts } from './checks/prompts.ts'
import type { DiscoveryService } from './discovery/discovery.ts'
import type { CardQuestions } from './discovery/questions.ts'
import type { Push } from './receiver/push.ts'
import type { Taps } from './tap/taps.ts'

interface ForgetDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly questions: CardQuestions
  readonly push: Pick<Push, 'forgetAgent'>
  readonly chat: Pick<ChatStore, 'forgetAgent'>
  readonly taps: Pick<Taps, 'forgetAgent'>
  readonly checks: { readonly prompts: Pick<AgentPrompts, 'forgetAgent'> }
}

/** An agent leaves with its settings, its secrets, its remembered card, its push configurations, its drafts, its prompts for checks and its taps. */
export function createForgetAgent({
  agents,
  access,
  discovery,
  questions,
  push,
  chat,
  checks,
  taps,
}: ForgetDeps) {
  return async (agentId: string): Promise<{ readonly removed: boolean }> => {
    const outcome = await agents.remove(agentId)
    if (!outcome.removed) return outcome
    await taps.forgetAgent(agentId)
    await access.forget(agentId)
    await discovery.forget(agentId)
    questions.forget(agentId)
    await push.forgetAgent(agentId)
    await chat.forgetAgent(agentId)
    await checks.prompts.forgetAgent(agentId)
    return outcome
  }
}
