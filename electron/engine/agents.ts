// The agents the user knows and what was decided about reaching each. No secrets here: those never reach a file in clear.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Agent, type AgentChanges, agentColours } from '#shared/contract/agents.ts'
import {
  type ConnectionSettings,
  connectionSettingsSchema,
  defaultConnectionSettings,
  type NetworkSettings,
} from '#shared/contract/connection-settings.ts'
import { Fault } from '#shared/contract/fault.ts'
import { openJsonFile } from './json-file.ts'
import { certificatesIn } from './network-profile.ts'

const keptSchema = z.object({
  id: z.string(),
  address: z.string(),
  /** The card's name, or the host until there is a card. */
  name: z.string(),
  addedAt: z.number(),
  ownName: z.string().optional(),
  colour: z.enum(agentColours).optional(),
  note: z.string().optional(),
  pasted: z.literal(true).optional(),
  settings: connectionSettingsSchema.optional(),
})
type Kept = z.infer<typeof keptSchema>
const fileSchema = z.object({ version: z.literal(1), agents: z.array(keptSchema) })

export interface Agents {
  list(): readonly Agent[]
  get(agentId: string): Agent
  add(address: string): Promise<Agent>
  addPasted(name: string, address: string): Promise<Agent>
  edit(agentId: string, changes: AgentChanges): Promise<Agent>
  reorder(agentIds: readonly string[]): Promise<readonly Agent[]>
  remove(agentId: string): Promise<{ readonly removed: boolean }>
  /** What the card calls itself; the user's own name for it stays. */
  nameFromCard(agentId: string, name: string): Promise<void>
  settings(agentId: string): ConnectionSettings
  configure(agentId: string, settings: ConnectionSettings): Promise<ConnectionSettings>
  /** Of an agent that may have been removed since. */
  network(agentId: string): NetworkSettings | undefined
}

export async function openAgents(dataDir: string): Promise<Agents> {
  const file = await openJsonFile(join(dataDir, 'agents.json'), fileSchema, { version: 1, agents: [] })
  const save = (agents: readonly Kept[]) => file.write({ version: 1, agents: [...agents] })
  const list = (): readonly Agent[] => file.value().agents.map(shown)

  function find(agentId: string): Kept {
    const kept = file.value().agents.find(({ id }) => id === agentId)
    if (!kept) throw new Fault('not-found', 'This agent is no longer in the list. Add its address again.')
    return kept
  }

  async function append(kept: Omit<Kept, 'id' | 'addedAt'>): Promise<Agent> {
    const whole = { id: randomUUID(), addedAt: Date.now(), ...kept }
    await save([...file.value().agents, whole])
    return shown(whole)
  }

  async function change(agentId: string, next: Kept): Promise<Kept> {
    await save(file.value().agents.map((each) => (each.id === agentId ? next : each)))
    return next
  }

  return {
    list,
    get: (agentId) => shown(find(agentId)),
    async add(address) {
      refuseUserInfo(address)
      const known = list().find((agent) => agent.address === address && agent.pasted === undefined)
      return known ?? append({ address, name: hostOf(address) })
    },
    addPasted(name, address) {
      refuseUserInfo(address)
      return append({ address, name: name || hostOf(address) || 'Pasted card', pasted: true })
    },
    async edit(agentId, changes) {
      const { ownName, colour, note, address, ...rest } = find(agentId)
      const next = {
        ...rest,
        address: changes.address ?? address,
        ...chosen('ownName', changes.ownName, ownName),
        ...chosen('colour', changes.colour, colour),
        ...chosen('note', changes.note, note),
      }
      refuseUserInfo(next.address)
      return shown(await change(agentId, next))
    },
    async reorder(agentIds) {
      const places = new Map(agentIds.map((id, index) => [id, index]))
      const place = ({ id }: Kept) => places.get(id) ?? agentIds.length
      await save(file.value().agents.toSorted((a, b) => place(a) - place(b)))
      return list()
    },
    async remove(agentId) {
      const { agents } = file.value()
      const rest = agents.filter(({ id }) => id !== agentId)
      if (rest.length === agents.length) return { removed: false }
      await save(rest)
      return { removed: true }
    },
    async nameFromCard(agentId, name) {
      const kept = file.value().agents.find(({ id }) => id === agentId)
      if (kept !== undefined && kept.name !== name) await change(agentId, { ...kept, name })
    },
    settings: (agentId) => find(agentId).settings ?? defaultConnectionSettings,
    network: (agentId) => file.value().agents.find(({ id }) => id === agentId)?.settings?.network,
    async configure(agentId, settings) {
      for (const url of [settings.forced?.url ?? '', ...settings.substitutes.map(({ to }) => to)]) {
        refuseUserInfo(url)
      }
      if (settings.network?.caPem !== undefined) certificatesIn(settings.network.caPem)
      await change(agentId, { ...find(agentId), settings })
      return settings
    },
  }
}

function shown({ settings: _, name, ownName, ...rest }: Kept): Agent {
  return withoutGaps({ ...rest, name: ownName ?? name, ownName })
}

function chosen<K extends string, T>(name: K, change: T | null | undefined, kept: T | undefined) {
  const value = change === undefined ? kept : change
  return (value === null || value === undefined ? {} : { [name]: value }) as { [P in K]?: T }
}

/** Members that are undefined are left out, as the contract's types want it. */
function withoutGaps(agent: { readonly [P in keyof Agent]: Agent[P] | undefined }): Agent {
  return Object.fromEntries(
    Object.entries(agent).filter(([, value]) => value !== undefined),
  ) as unknown as Agent
}

/** Addresses are kept and shown in the clear. */
function refuseUserInfo(address: string): void {
  const authority =
    /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(address)?.[1] ?? /^[^/?#]*/.exec(address)?.[0]
  if (authority === undefined || !authority.includes('@')) return
  throw new Fault(
    'bad-input',
    'This address carries a name or password. Leave them out and set them under Access, where they are kept safe.',
  )
}

function hostOf(address: string): string {
  const withoutScheme = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return withoutScheme.replace(/[/?#].*$/, '') || address
}
