// The agents the user knows. No secrets here: those never reach a file in clear.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { Agent } from '#shared/contract/agents.ts'
import { Fault } from '#shared/contract/fault.ts'
import { openJsonFile } from './json-file.ts'

const fileSchema = z.object({
  version: z.literal(1),
  agents: z.array(z.object({ id: z.string(), address: z.string(), name: z.string(), addedAt: z.number() })),
})

export interface Agents {
  list(): readonly Agent[]
  get(agentId: string): Agent
  add(address: string): Promise<Agent>
  remove(agentId: string): Promise<{ readonly removed: boolean }>
  rename(agentId: string, name: string): Promise<void>
}

export async function openAgents(dataDir: string): Promise<Agents> {
  const file = await openJsonFile(join(dataDir, 'agents.json'), fileSchema, { version: 1, agents: [] })
  const list = (): readonly Agent[] => file.value().agents
  const save = (agents: readonly Agent[]) => file.write({ version: 1, agents: [...agents] })

  return {
    list,
    get(agentId) {
      const agent = list().find(({ id }) => id === agentId)
      if (!agent) throw new Fault('not-found', 'This agent is no longer in the list. Add its address again.')
      return agent
    },
    async add(address) {
      const known = list().find((agent) => agent.address === address)
      if (known) return known
      const agent: Agent = { id: randomUUID(), address, name: hostOf(address), addedAt: Date.now() }
      await save([...list(), agent])
      return agent
    },
    async remove(agentId) {
      const rest = list().filter(({ id }) => id !== agentId)
      if (rest.length === list().length) return { removed: false }
      await save(rest)
      return { removed: true }
    },
    async rename(agentId, name) {
      if (list().some((agent) => agent.id === agentId && agent.name !== name)) {
        await save(list().map((agent) => (agent.id === agentId ? { ...agent, name } : agent)))
      }
    },
  }
}

function hostOf(address: string): string {
  const withoutScheme = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return withoutScheme.replace(/[/?#].*$/, '') || address
}
