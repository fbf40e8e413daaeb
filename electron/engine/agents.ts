// The user's agents and their connection settings. Without secrets, which are never stored in plain text.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { PROTECTED_PATH } from '#demo-agent/protected-path.ts'
import type { ListedAs } from '#shared/a2a/rules/card/context.ts'
import type { Agent, AgentChanges } from '#shared/contract/agents.ts'
import {
  type ConnectionSettings,
  connectionSettingsSchema,
  type NetworkSettings,
  type Timeouts,
} from '#shared/contract/connection-settings.ts'
import { agentColours, defaultConnectionSettings } from '#shared/contract/constants.ts'
import { Fault } from '#shared/contract/fault.ts'
import { defined } from '#shared/defined.ts'
import { secretMarkPattern } from '#shared/record/credential-names.ts'
import { urlParts } from '#shared/url.ts'
import { type AddressVault, maskedAddress } from './access/address-vault.ts'
import { readTypedAddress } from './discovery/typed-address.ts'
import { certificatesIn } from './network-profile.ts'
import { type JsonFile, openJsonFile } from './platform/json-files.ts'
import { createTurns } from './platform/queue.ts'
import { hasMark, marksIn } from './wire/address-secrets.ts'
import type { Wire } from './wire/wire.ts'

const demoNames = { open: 'Demo agent', protected: 'Protected demo agent' } as const

const storedAgentSchema = z.object({
  id: z.string(),
  address: z.string(),
  /** The card's name; before there is a card, the host. */
  name: z.string(),
  addedAt: z.number(),
  ownName: z.string().optional(),
  colour: z.enum(agentColours).optional(),
  note: z.string().optional(),
  pasted: z.literal(true).optional(),
  /** Another program has called it. */
  seen: z.literal(true).optional(),
  demo: z.literal(true).optional(),
  group: z.string().optional(),
  /** Its entry in the catalog that listed it. */
  listed: z
    .object({ type: z.string(), name: z.string().optional(), version: z.string().optional() })
    .optional(),
  settings: connectionSettingsSchema.optional(),
})
type StoredAgent = z.infer<typeof storedAgentSchema>
const fileSchema = z.object({ version: z.literal(1), agents: z.array(storedAgentSchema) })
type AgentsFile = JsonFile<z.infer<typeof fileSchema>>

/** The entry of an agent that was chosen from a list. */
interface Listing {
  readonly group?: string | undefined
  readonly listed?: ListedAs | undefined
}

interface AgentsDeps {
  readonly dataDir: string
  readonly vault: AddressVault
  /** For agents without their own. */
  readonly usualTimeouts?: () => Timeouts | undefined
  readonly wire: Pick<Wire, 'addresses'>
}

/** Addresses have marks in place of secrets, here and in all results. */
export async function openAgents(deps: AgentsDeps): Promise<Agents> {
  const path = join(deps.dataDir, 'agents.json')
  const file = await openJsonFile(path, fileSchema, { version: 1, agents: [] })
  for (const { id, address, settings } of file.value().agents) {
    await deps.vault.recall(id, address, 'ours')
    await deps.vault.recall(id, JSON.stringify(settings ?? {}), 'called')
  }
  return new Agents(file, deps)
}

export class Agents {
  readonly #file: AgentsFile
  readonly #vault: AgentsDeps['vault']
  readonly #wire: AgentsDeps['wire']
  readonly #usualTimeouts: AgentsDeps['usualTimeouts']
  /** In memory only. */
  #tentative: readonly StoredAgent[] = []
  /** Each change builds on the stored result of the previous one. */
  readonly #inTurn = createTurns()

  constructor(file: AgentsFile, { vault, wire, usualTimeouts }: AgentsDeps) {
    this.#file = file
    this.#vault = vault
    this.#wire = wire
    this.#usualTimeouts = usualTimeouts
  }

  readonly list = (): readonly Agent[] => this.#all().map(this.#view)
  readonly get = (agentId: string): Agent => this.#view(this.#find(agentId))

  /** The user typed its address, so it is not from a list, a caller or a card. */
  readonly isEntered = (agentId: string): boolean => isEntered(this.#find(agentId))

  add(typed: string, options: { readonly tentative?: boolean | undefined } = {}): Promise<Agent> {
    return this.#inTurn(async () => {
      const address = this.#masked(callable(typed))
      const own = this.#all().filter(({ pasted }) => pasted === undefined)
      const existing = own.find((stored) => stored.address === address)
      if (existing && options.tentative) return this.#view(existing)
      if (existing)
        return shown(this.#isTentative(existing.id) ? await this.#change(existing.id, existing) : existing)
      const lost = own.find((stored) => hasLostSecret(this.#wire, stored, address))
      if (lost) return shown(await this.#change(lost.id, { ...lost, address }))
      return options.tentative
        ? this.#addTentative(address)
        : this.#append({ address, name: hostOf(address) })
    })
  }

  addPasted(name: string, typed: string, { group, listed }: Listing = {}): Promise<Agent> {
    return this.#inTurn(async () => {
      const address = this.#masked(typed)
      return this.#append({
        address,
        name: name || hostOf(address) || 'Pasted card',
        pasted: true,
        group,
        listed,
      })
    })
  }

  addListed(name: string, typed: string, { group, listed }: Listing): Promise<Agent> {
    return this.#inTurn(async () => {
      const address = this.#masked(typed)
      const existing = this.#all().find((stored) => stored.address === address && stored.pasted === undefined)
      const saved = {
        address,
        name: name || hostOf(address),
        ...(group && { group }),
        ...defined({ listed }),
      }
      return existing
        ? shown(await this.#change(existing.id, { ...existing, ...saved }))
        : this.#append(saved)
    })
  }

  /** The only entry of the demo agent with this path, at its current address. */
  demo(address: string): Promise<Agent> {
    return this.#inTurn(async () => {
      const which = demoOf({ address, demo: true })
      const existing = this.#all().find((agent) => demoOf(agent) === which)
      if (!existing) return this.#append({ address, name: demoNames[which ?? 'open'], demo: true })
      const moved = { ...existing, address }
      return shown(existing.address === address ? existing : await this.#change(existing.id, moved))
    })
  }

  /** An agent that others have called, in memory only; undefined if its address is invalid. */
  addSeen(typed: string, name?: string): Agent | undefined {
    try {
      return this.#addTentative(this.#masked(callable(typed)), name, { seen: true })
    } catch (error) {
      if (error instanceof Fault) return undefined
      throw error
    }
  }

  /** Agents that are not stored yet. */
  readonly tentative = (): readonly Agent[] => this.#tentative.map(this.#view)

  keep(agentId: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isTentative(agentId)) await this.#change(agentId, this.#find(agentId))
    })
  }

  readonly listed = (agentId: string): ListedAs | undefined =>
    this.#all().find(({ id }) => id === agentId)?.listed

  edit(agentId: string, changes: AgentChanges): Promise<Agent> {
    return this.#inTurn(async () => {
      const { ownName, colour, note, address, ...rest } = this.#find(agentId)
      const next = {
        ...rest,
        address: changes.address === undefined ? address : this.#masked(callable(changes.address)),
        ...chosen('ownName', changes.ownName, ownName),
        ...chosen('colour', changes.colour, colour),
        ...chosen('note', changes.note, note),
      }
      return shown(await this.#change(agentId, next))
    })
  }

  /** Agents for which `staysPut` is true retain their positions. */
  reorder(
    agentIds: readonly string[],
    staysPut?: (agent: Pick<Agent, 'id'>) => boolean,
  ): Promise<readonly Agent[]> {
    return this.#inTurn(async () => {
      await this.#save(reordered(this.#file.value().agents, agentIds, staysPut))
      return this.list()
    })
  }

  remove(agentId: string): Promise<{ readonly removed: boolean }> {
    return this.#inTurn(async () => {
      if (this.#isTentative(agentId)) {
        this.#tentative = this.#tentative.filter(({ id }) => id !== agentId)
        return { removed: true }
      }
      const { agents } = this.#file.value()
      const rest = agents.filter(({ id }) => id !== agentId)
      if (rest.length === agents.length) return { removed: false }
      const gone = agents.find(({ id }) => id === agentId)
      await this.#vault.forget(agentId, JSON.stringify(gone))
      await this.#save(rest)
      return { removed: true }
    })
  }

  /** The name in the card; the user's own name stays. */
  nameFromCard(agentId: string, name: string): Promise<void> {
    return this.#inTurn(async () => {
      const stored = this.#all().find(({ id }) => id === agentId)
      if (stored !== undefined && stored.name !== name) await this.#change(agentId, { ...stored, name })
    })
  }

  readonly settings = (agentId: string): ConnectionSettings =>
    this.#find(agentId).settings ?? defaultConnectionSettings

  /** Its own settings over the default ones; works for a removed agent, too. */
  network(agentId: string): NetworkSettings {
    return {
      ...this.#usualTimeouts?.(),
      ...this.#all().find(({ id }) => id === agentId)?.settings?.network,
    }
  }

  configure(agentId: string, requested: ConnectionSettings): Promise<ConnectionSettings> {
    return this.#inTurn(async () => {
      const settings: ConnectionSettings = JSON.parse(
        this.#wire.addresses.addresses(JSON.stringify(requested), 'called'),
      )
      for (const url of [settings.forced?.url ?? '', ...settings.substitutes.map(({ to }) => to)]) {
        refuseUserInfo(url)
      }
      if (settings.network?.caPem !== undefined) certificatesIn(settings.network.caPem)
      await this.#change(agentId, { ...this.#find(agentId), settings })
      return settings
    })
  }

  #masked(address: string): string {
    refuseUserInfo(address)
    return maskedAddress(this.#wire, address)
  }

  readonly #save = (agents: readonly StoredAgent[]) => this.#file.write({ version: 1, agents: [...agents] })
  readonly #isTentative = (agentId: string) => this.#tentative.some(({ id }) => id === agentId)
  readonly #all = (): readonly StoredAgent[] => [...this.#file.value().agents, ...this.#tentative]
  readonly #view = (stored: StoredAgent) => shown(stored, this.#isTentative(stored.id))

  #find(agentId: string): StoredAgent {
    const stored = this.#all().find(({ id }) => id === agentId)
    if (!stored) throw new Fault('not-found', 'This agent is no longer in the list. Add its address again.')
    return stored
  }

  async #append(stored: Omit<StoredAgent, 'id' | 'addedAt'>): Promise<Agent> {
    const whole = fresh(stored)
    await this.#vault.keep(whole.id, whole.address)
    await this.#save([...this.#file.value().agents, whole])
    return shown(whole)
  }

  async #change(agentId: string, next: StoredAgent): Promise<StoredAgent> {
    if (hasMark(JSON.stringify(next))) await this.#vault.keep(agentId, JSON.stringify(next))
    const { agents } = this.#file.value()
    const before = agents.find(({ id }) => id === agentId)
    // The card of a pasted agent may have the same secrets.
    if (before && !before.pasted)
      await this.#vault.forget(agentId, JSON.stringify(before), JSON.stringify(next))
    const isNew = this.#isTentative(agentId)
    this.#tentative = this.#tentative.filter(({ id }) => id !== agentId)
    await this.#save(isNew ? [...agents, next] : agents.map((each) => (each.id === agentId ? next : each)))
    return next
  }

  #addTentative(address: string, name = '', by: Pick<StoredAgent, 'seen'> = {}): Agent {
    const one = fresh({ address, name: name || hostOf(address), ...by })
    this.#tentative = [...this.#tentative, one]
    return this.#view(one)
  }
}

function reordered(
  agents: readonly StoredAgent[],
  agentIds: readonly string[],
  staysPut: (agent: StoredAgent) => boolean = () => false,
): readonly StoredAgent[] {
  const places = new Map(agentIds.map((id, index) => [id, index]))
  const place = ({ id }: StoredAgent) => places.get(id) ?? agentIds.length
  const moved = agents.filter((stored) => !staysPut(stored)).toSorted((a, b) => place(a) - place(b))
  return agents.map((stored) => (staysPut(stored) ? stored : (moved.shift() ?? stored)))
}

/** Whether the addresses are equal, except for a secret that no longer exists. */
function hasLostSecret(wire: AgentsDeps['wire'], stored: StoredAgent, address: string): boolean {
  if (unmarked(stored.address) !== unmarked(address)) return false
  return marksIn(stored.address).some((id) => wire.addresses.secretOf(id) === undefined)
}

function shown(stored: StoredAgent, tentative = false): Agent {
  const { id, address, addedAt, name, ownName, ...others } = stored
  const { settings: _, listed: _listed, seen: _seen, demo: _demo, ...rest } = others
  const derived = { demo: demoOf(stored), tentative: tentative || undefined, ownName }
  return { id, address, addedAt, ...defined(rest), name: ownName ?? name, ...defined(derived) }
}

function isEntered({ pasted, seen, demo, group, listed }: StoredAgent): boolean {
  return !pasted && !seen && !demo && group === undefined && listed === undefined
}

function fresh(stored: Omit<StoredAgent, 'id' | 'addedAt'>): StoredAgent {
  return { id: randomUUID(), addedAt: Date.now(), ...stored }
}

/** A complete URL; refuses an ambiguous address. */
function callable(typed: string): string {
  refuseUserInfo(typed)
  const read = readTypedAddress(typed)
  if (read.kind === 'problem') throw new Fault('bad-input', read.sentence)
  return read.url
}

function chosen<K extends string, T>(name: K, change: T | null | undefined, stored: T | undefined) {
  const value = change === undefined ? stored : change
  return (value === null || value === undefined ? {} : { [name]: value }) as { [P in K]?: T }
}

function unmarked(address: string): string {
  return address.replaceAll(secretMarkPattern, '')
}

/** Users and passwords belong under Access, which sends them as a header. */
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
  return urlParts(address, 'with host').authority || address
}

/** Both have the same origin and differ in the path. */
function demoOf({ demo, address }: Pick<StoredAgent, 'demo' | 'address'>): Agent['demo'] {
  if (!demo) return undefined
  return URL.parse(address)?.pathname === PROTECTED_PATH ? 'protected' : 'open'
}
