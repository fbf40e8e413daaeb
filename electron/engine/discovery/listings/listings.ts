// Several agents below one address: the choices for the window, and the data to add the chosen ones.

import type { JsonValue } from '#shared/a2a/model.ts'
import type { ListedAs } from '#shared/a2a/rules/card/context.ts'
import type { Agent } from '#shared/contract/agents.ts'
import type { AgentChoice } from '#shared/contract/card.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { Agents } from '../../agents.ts'

export interface Several {
  readonly title: string
  readonly found: readonly {
    readonly choice: AgentChoice
    readonly entry?: { readonly listed: ListedAs; readonly data?: JsonValue }
    /** The URL of the list that contains the card. */
    readonly base?: string
  }[]
  readonly notes: readonly string[]
}

/** Credentials stay with their address: an added agent begins without any. */
export async function addChosen(
  { agents, paste }: { readonly agents: Agents; paste(agentId: string, card: string): Promise<void> },
  { found }: Several,
  places: readonly number[],
  group: string | undefined,
): Promise<readonly Agent[]> {
  const added: Agent[] = []
  for (const place of new Set(places)) {
    const listed = found[place]
    if (listed === undefined || listed.choice.kind === 'other') {
      throw new Fault('bad-input', 'That entry isn’t an agent, or the list has changed. Reload it.')
    }
    const { choice, entry, base = '' } = listed
    const listing = { group, listed: choice.kind === 'agent' ? entry?.listed : undefined }
    if (choice.address !== undefined) {
      added.push(await agents.addListed(choice.name, choice.address, listing))
      continue
    }
    const agent = await agents.addPasted(choice.name, base, listing)
    await paste(agent.id, JSON.stringify(entry?.data ?? null))
    added.push(agent)
  }
  return added
}
