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
import { openJsonFile } from './platform/json-files.ts'
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

/** The entry of an agent that was chosen from a list. */
interface Listing {
  readonly group?: string | undefined
  readonly listed?: ListedAs | undefined
}

export interface Agents {
  list(): readonly Agent[]
  get(agentId: string): Agent
  /** The user typed its address, so it is not from a list, a caller or a card. */
  isEntered(agentId: string): boolean
  add(address: string, options?: { readonly tentative?: boolean | undefined }): Promise<Agent>
  addPasted(name: string, address: string, listing?: Listing): Promise<Agent>
  addListed(name: string, address: string, listing: Listing): Promise<Agent>
  /** The only entry of the demo agent with this path, at its current address. */
  demo(address: string): Promise<Agent>
  /** An agent that others have called, in memory only; undefined if its address is invalid. */
  addSeen(address: string, name?: string): Agent | undefined
  /** Agents that are not stored yet. */
  tentative(): readonly Agent[]
  keep(agentId: string): Promise<void>
  listed(agentId: string): ListedAs | undefined
  edit(agentId: string, changes: AgentChanges): Promise<Agent>
  /** Agents for which `staysPut` is true retain their positions. */
  reorder(
    agentIds: readonly string[],
    staysPut?: (agent: Pick<Agent, 'id'>) => boolean,
  ): Promise<readonly Agent[]>
  remove(agentId: string): Promise<{ readonly removed: boolean }>
  /** The name in the card; the user's own name stays. */
  nameFromCard(agentId: string, name: string): Promise<void>
  settings(agentId: string): ConnectionSettings
  configure(agentId: string, settings: ConnectionSettings): Promise<ConnectionSettings>
  /** Its own settings over the default ones; works for a removed agent, too. */
  network(agentId: string): NetworkSettings
}

interface AgentsDeps {
  readonly dataDir: string
  readonly vault: AddressVault
  /** For agents without their own. */
  readonly usualTimeouts?: () => Timeouts | undefined
  readonly wire: Pick<Wire, 'addresses'>
}

/** Addresses have marks in place of secrets, here and in all results. */
export async function openAgents({ dataDir, vault, wire, usualTimeouts }: AgentsDeps): Promise<Agents> {
  const file = await openJsonFile(join(dataDir, 'agents.json'), fileSchema, { version: 1, agents: [] })
  for (const { id, address, settings } of file.value().agents) {
    await vault.recall(id, address, 'ours')
    await vault.recall(id, JSON.stringify(settings ?? {}), 'called')
  }
  const masked = (address: string): string => {
    refuseUserInfo(address)
    return maskedAddress(wire, address)
  }
  const save = (agents: readonly StoredAgent[]) => file.write({ version: 1, agents: [...agents] })
  /** In memory only. */
  let tentative: readonly StoredAgent[] = []
  const isTentative = (agentId: string) => tentative.some(({ id }) => id === agentId)
  const all = (): readonly StoredAgent[] => [...file.value().agents, ...tentative]
  const view = (stored: StoredAgent) => shown(stored, isTentative(stored.id))
  const list = (): readonly Agent[] => all().map(view)

  function find(agentId: string): StoredAgent {
    const stored = all().find(({ id }) => id === agentId)
    if (!stored) throw new Fault('not-found', 'This agent is no longer in the list. Add its address again.')
    return stored
  }

  async function append(stored: Omit<StoredAgent, 'id' | 'addedAt'>): Promise<Agent> {
    const whole = fresh(stored)
    await vault.keep(whole.id, whole.address)
    await save([...file.value().agents, whole])
    return shown(whole)
  }

  async function change(agentId: string, next: StoredAgent): Promise<StoredAgent> {
    if (hasMark(JSON.stringify(next))) await vault.keep(agentId, JSON.stringify(next))
    const { agents } = file.value()
    const before = agents.find(({ id }) => id === agentId)
    // The card of a pasted agent may have the same secrets.
    if (before && !before.pasted) await vault.forget(agentId, JSON.stringify(before), JSON.stringify(next))
    const isNew = isTentative(agentId)
    tentative = tentative.filter(({ id }) => id !== agentId)
    await save(isNew ? [...agents, next] : agents.map((each) => (each.id === agentId ? next : each)))
    return next
  }

  function addTentative(address: string, name = '', by: Pick<StoredAgent, 'seen'> = {}): Agent {
    const one = fresh({ address, name: name || hostOf(address), ...by })
    tentative = [...tentative, one]
    return view(one)
  }

  /** Each change builds on the stored result of the previous one. */
  const inTurn = createTurns()

  return {
    list,
    get: (agentId) => view(find(agentId)),
    isEntered: (agentId) => isEntered(find(agentId)),
    add: (typed, options = {}) =>
      inTurn(async () => {
        const address = masked(callable(typed))
        const own = all().filter(({ pasted }) => pasted === undefined)
        const existing = own.find((stored) => stored.address === address)
        if (existing && options.tentative) return view(existing)
        if (existing) return shown(isTentative(existing.id) ? await change(existing.id, existing) : existing)
        const lost = own.find((stored) => hasLostSecret(wire, stored, address))
        if (lost) return shown(await change(lost.id, { ...lost, address }))
        return options.tentative ? addTentative(address) : append({ address, name: hostOf(address) })
      }),
    addPasted: (name, typed, { group, listed } = {}) =>
      inTurn(async () => {
        const address = masked(typed)
        const stored = {
          address,
          name: name || hostOf(address) || 'Pasted card',
          pasted: true,
          group,
          listed,
        } as const
        return append(stored)
      }),
    addListed: (name, typed, { group, listed }) =>
      inTurn(async () => {
        const address = masked(typed)
        const existing = all().find((stored) => stored.address === address && stored.pasted === undefined)
        const saved = {
          address,
          name: name || hostOf(address),
          ...(group && { group }),
          ...defined({ listed }),
        }
        return existing ? shown(await change(existing.id, { ...existing, ...saved })) : append(saved)
      }),
    demo: (address) =>
      inTurn(async () => {
        const which = demoOf({ address, demo: true })
        const existing = all().find((agent) => demoOf(agent) === which)
        if (!existing) return append({ address, name: demoNames[which ?? 'open'], demo: true })
        const moved = { ...existing, address }
        return shown(existing.address === address ? existing : await change(existing.id, moved))
      }),
    addSeen: (typed, name) =>
      unlessRefused(() => addTentative(masked(callable(typed)), name, { seen: true })),
    tentative: () => tentative.map(view),
    keep: (agentId) =>
      inTurn(async () => {
        if (isTentative(agentId)) await change(agentId, find(agentId))
      }),
    listed: (agentId) => all().find(({ id }) => id === agentId)?.listed,
    edit: (agentId, changes) =>
      inTurn(async () => {
        const { ownName, colour, note, address, ...rest } = find(agentId)
        const next = {
          ...rest,
          address: changes.address === undefined ? address : masked(callable(changes.address)),
          ...chosen('ownName', changes.ownName, ownName),
          ...chosen('colour', changes.colour, colour),
          ...chosen('note', changes.note, note),
        }
        return shown(await change(agentId, next))
      }),
    reorder: (agentIds, staysPut) =>
      inTurn(async () => {
        await save(reordered(file.value().agents, agentIds, staysPut))
        return list()
      }),
    remove: (agentId) =>
      inTurn(async () => {
        if (isTentative(agentId)) {
          tentative = tentative.filter(({ id }) => id !== agentId)
          return { removed: true }
        }
        const { agents } = file.value()
        const rest = agents.filter(({ id }) => id !== agentId)
        if (rest.length === agents.length) return { removed: false }
        const gone = agents.find(({ id }) => id === agentId)
        await vault.forget(agentId, JSON.stringify(gone))
        await save(rest)
        return { removed: true }
      }),
    nameFromCard: (agentId, name) =>
      inTurn(async () => {
        const stored = all().find(({ id }) => id === agentId)
        if (stored !== undefined && stored.name !== name) await change(agentId, { ...stored, name })
      }),
    settings: (agentId) => find(agentId).settings ?? defaultConnectionSettings,
    network: (agentId) => ({
      ...usualTimeouts?.(),
      ...all().find(({ id }) => id === agentId)?.settings?.network,
    }),
    configure: (agentId, requested) =>
      inTurn(async () => {
        const settings: ConnectionSettings = JSON.parse(
          wire.addresses.addresses(JSON.stringify(requested), 'called'),
        )
        for (const url of [settings.forced?.url ?? '', ...settings.substitutes.map(({ to }) => to)]) {
          refuseUserInfo(url)
        }
        if (settings.network?.caPem !== undefined) certificatesIn(settings.network.caPem)
        await change(agentId, { ...find(agentId), settings })
        return settings
      }),
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

function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

/** Whether the addresses are equal, except for a secret that no longer exists. */
function hasLostSecret(wire: AgentsDeps['wire'], stored: StoredAgent, address: string): boolean {
  if (unmarked(stored.address) !== unmarked(address)) return false
  return marksIn(stored.address).some((id) => wire.addresses.secretOf(id) === undefined)
}

function shown(stored: StoredAgent, tentative = false): Agent {
  const { settings: _, listed: _listed, seen: _seen, name, ownName, ...rest } = stored
  const derived = { name: ownName ?? name, demo: demoOf(stored), tentative: tentative || undefined }
  return withoutGaps({ ...rest, ...derived, ownName })
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

/** Without undefined members, as the contract requires. */
function withoutGaps(agent: { readonly [P in keyof Agent]: Agent[P] | undefined }): Agent {
  return Object.fromEntries(
    Object.entries(agent).filter(([, value]) => value !== undefined),
  ) as unknown as Agent
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
