// The receiver's configurations, by their unguessable path. Changes are written at once, counts of calls after a pause.

import { join } from 'node:path'
import { z } from 'zod'
import type { DialectId } from '#shared/a2a/dialect.ts'
import type { JsonValue } from '#shared/a2a/model.ts'
import { pushStandings } from '#shared/contract/constants.ts'
import { Fault } from '#shared/contract/fault.ts'
import { answerPlanSchema, type PushConfiguration, receiverSettingsSchema } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { withoutQuery } from '#shared/url.ts'
import { guarded } from '../platform/guarded.ts'
import { type JsonFile, openJsonFile } from '../platform/json-files.ts'
import { proofSchema } from './proof.ts'

// The receiver's file: its settings and configurations. Of tokens and credentials it has only proofs.

const storedConfigSchema = z.object({
  id: z.string(),
  agentId: z.string(),
  taskId: z.string().optional(),
  pathKey: z.string(),
  url: z.string(),
  agentConfigId: z.string(),
  token: proofSchema.optional(),
  scheme: z.string().optional(),
  credentials: proofSchema.optional(),
  dialect: z.custom<DialectId>((value) => typeof value === 'string').optional(),
  standing: z.enum(pushStandings),
  sentence: z.string(),
  exchangeId: z.string().optional(),
  createdAt: z.number(),
  sentAt: z.number().optional(),
  answeredAt: z.number().optional(),
  calls: z.number(),
  firstCallAt: z.number().optional(),
  lastCallAt: z.number().optional(),
  plan: answerPlanSchema,
  keys: z
    .object({ from: z.string(), text: z.string(), count: z.number(), issuer: z.string().optional() })
    .optional(),
})

export type StoredConfig = z.infer<typeof storedConfigSchema>

const fileSchema = z.object({
  version: z.literal(1),
  settings: receiverSettingsSchema,
  /** The last port, to be reused. */
  lastPort: z.number().optional(),
  configurations: z.array(storedConfigSchema),
})

export type ReceiverFile = z.infer<typeof fileSchema>

export function openReceiverFile(dataDir: string): Promise<JsonFile<ReceiverFile>> {
  return openJsonFile<ReceiverFile>(join(dataDir, 'receiver.json'), fileSchema, {
    version: 1,
    settings: { reach: { kind: 'loopback' }, port: 0 },
    configurations: [],
  })
}

export type Configurations = ReturnType<typeof createConfigurations>

/** Push configurations stored; one more is refused with the number. */
const maxPushConfigurations = 500

const saveAfterMs = 1_000

/** A proxy may prefix it; our redirect appends to it. */
const hookPath = /\/hook\/([\w-]{32})(?:\/moved)?$/

export function createConfigurations(file: JsonFile<ReceiverFile>) {
  const byId = new Map(file.value().configurations.map((config) => [config.id, config]))
  const passing = createPassingConfigurations()
  const byKey = new Map([...byId.values()].map(({ pathKey, id }) => [pathKey, id]))
  let timer: NodeJS.Timeout | undefined

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    return file.write({ ...file.value(), configurations: [...byId.values()] })
  }
  const waitForNext = () => {
    timer = undefined
  }
  const get = (id: string): StoredConfig => {
    const config = byId.get(id)
    if (!config) throw new Fault('not-found', 'This push configuration is no longer kept here.')
    return config
  }
  const drop = ({ id, pathKey }: StoredConfig) => {
    byId.delete(id)
    byKey.delete(pathKey)
  }

  return {
    /** Without those of tests. */
    passing,
    list: (): readonly StoredConfig[] => [...byId.values()],
    get,
    byPath(url: string): StoredConfig | undefined {
      const key = hookPath.exec(withoutQuery(url))?.[1]
      const id = key === undefined ? undefined : byKey.get(key)
      return id === undefined ? passing.byKey(key) : byId.get(id)
    },
    add(config: StoredConfig): Promise<void> {
      if (byId.size >= maxPushConfigurations) {
        const message = `There are ${maxPushConfigurations} push configurations already. Forget some that are done with.`
        throw new Fault('conflict', message)
      }
      byId.set(config.id, config)
      byKey.set(config.pathKey, config.id)
      return save()
    },
    async change(id: string, changes: Partial<StoredConfig>): Promise<StoredConfig> {
      const after = { ...get(id), ...changes }
      byId.set(id, after)
      await save()
      return after
    },
    async replace(config: StoredConfig): Promise<StoredConfig> {
      get(config.id)
      byId.set(config.id, config)
      await save()
      return config
    },
    /** The same, written with the next write, at most a second later. */
    changeSoon(id: string, changes: (now: StoredConfig) => Partial<StoredConfig>): void {
      passing.change(id, changes)
      const before = byId.get(id)
      if (!before) return
      byId.set(id, { ...before, ...changes(before) })
      timer ??= setTimeout(guarded('push configurations save', save, waitForNext), saveAfterMs).unref()
    },
    forget(id: string): Promise<void> {
      drop(get(id))
      return save()
    },
    forgetAgent(agentId: string): Promise<void> {
      for (const config of [...byId.values()]) if (config.agentId === agentId) drop(config)
      return save()
    },
    async close(): Promise<void> {
      if (timer !== undefined) await save()
    },
  }
}

export function hookUrl(baseUrl: string, pathKey: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/hook/${pathKey}`
}

/** The contract's view. */
export function viewOf(config: StoredConfig, isReachable: boolean, wokeAt = 0): PushConfiguration {
  const {
    pathKey: _path,
    token,
    credentials: _credentials,
    sentAt: _sent,
    keys,
    taskId,
    scheme,
    ...rest
  } = config
  const { dialect, exchangeId, answeredAt, firstCallAt, lastCallAt, ...always } = rest
  return {
    ...always,
    token: token !== undefined,
    silentSince: Math.max(answeredAt ?? config.createdAt, wokeAt),
    ...defined({ taskId, scheme, dialect, exchangeId, answeredAt, firstCallAt, lastCallAt }),
    ...(keys && {
      keys: {
        from: keys.from,
        count: keys.count,
        ...defined({ issuer: keys.issuer }),
      },
    }),
    ...(!isReachable && { unreachable: true as const }),
  }
}

// Configurations of tests: unlisted, not stored, and deleted with their test.

interface PassingConfig extends StoredConfig {
  /** The session of its calls. */
  readonly sessionId: string
  onCall(call: PassingCall): void
}

export interface PassingCall {
  readonly exchangeId: string
  readonly seq: number
  readonly headers: RawHeaders
  /** Null if the body is no JSON. */
  readonly raw: JsonValue
}

export interface PassingConfigurations {
  /** Until the returned function is called. */
  add(config: PassingConfig): () => void
  get(id: string): PassingConfig | undefined
  byKey(pathKey: string | undefined): PassingConfig | undefined
  change(id: string, changes: (now: StoredConfig) => Partial<StoredConfig>): void
}

function createPassingConfigurations(): PassingConfigurations {
  const byId = new Map<string, PassingConfig>()
  return {
    add(config) {
      byId.set(config.id, config)
      return () => void byId.delete(config.id)
    },
    get: (id) => byId.get(id),
    byKey: (pathKey) => [...byId.values()].find((each) => each.pathKey === pathKey),
    change(id, changes) {
      const now = byId.get(id)
      if (now) byId.set(id, { ...now, ...changes(now) })
    },
  }
}
