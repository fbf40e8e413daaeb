// Webhooks named by callers of taps, stored for the next start. Of their tokens only a proof is stored, and an address
// with secrets is stored with the credentials.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { dialectIds } from '#shared/a2a/dialect.ts'
import { headerOf } from '#shared/a2a/header-of.ts'
import type { PushConfig } from '#shared/a2a/model.ts'
import { type Operation, webhookOf } from '#shared/a2a/operation.ts'
import { maxIdChars, maxProtocolIdChars, maxUrlChars, maxWordChars } from '#shared/bounded.ts'
import { defined } from '#shared/defined.ts'
import type { SecretStore } from '../../access/secret-store.ts'
import { guarded } from '../../platform/guarded.ts'
import { openJsonFile, unkeptFile } from '../../platform/json-files.ts'
import { createProof, proofSchema } from '../../receiver/proof.ts'
import type { FoundCall } from '../../sessions/har/a2a-call.ts'
import { taskOfOperation } from '../../wire/call-facts.ts'
import { Secrets } from '../../wire/secrets.ts'
import type { ReplacedWebhook, TapRequest } from '../forward/messages.ts'
import { maxTapWebhooks } from '../forward/webhooks/callers-webhooks.ts'
import { isGrpc } from '../grpc/grpc-call.ts'

const keptSchema = z.object({
  tapId: z.string().max(maxIdChars),
  /** In the record. */
  id: z.string().max(maxIdChars),
  agentId: z.string().max(maxIdChars),
  key: z.string().max(maxIdChars),
  /** Left out if it is stored with the credentials. */
  url: z.string().max(maxUrlChars).optional(),
  isFar: z.boolean(),
  taskId: z.string().max(maxProtocolIdChars).optional(),
  token: proofSchema.optional(),
  scheme: z.string().max(maxWordChars).optional(),
  credentials: proofSchema.optional(),
  dialect: z.enum(dialectIds).optional(),
  caller: z.string().max(maxWordChars),
  program: z.string().max(maxWordChars).optional(),
})
type StoredWebhook = z.infer<typeof keptSchema>

export type TapWebhook = Omit<StoredWebhook, 'tapId' | 'url'> & ReplacedWebhook

export interface WebhooksOfTap {
  list(): readonly ReplacedWebhook[]
  add(webhook: TapWebhook): void
  find(key: string): TapWebhook | undefined
  change(key: string, changes: Partial<TapWebhook>): void
}

export type KeptWebhooks = Awaited<ReturnType<typeof openKeptWebhooks>>

interface KeptWebhooksDeps {
  readonly dataDir: string
  readonly secrets: SecretStore
  /** `now`: for an engine of a single command, which stores none. */
  readonly keptFor: 'good' | 'now'
  readonly most?: number
}

const saveAfterMs = 1_000

export async function openKeptWebhooks({
  dataDir,
  secrets,
  keptFor,
  most = maxTapWebhooks,
}: KeptWebhooksDeps) {
  const none: readonly StoredWebhook[] = []
  const file =
    keptFor === 'now'
      ? unkeptFile(none)
      : await openJsonFile(join(dataDir, 'tap-webhooks.json'), z.array(keptSchema).readonly(), none)
  const byTap = new Map<string, Map<string, TapWebhook>>()
  let timer: NodeJS.Timeout | undefined

  const ofTap = (tapId: string) => {
    const tapWebhooks = byTap.get(tapId) ?? new Map<string, TapWebhook>()
    byTap.set(tapId, tapWebhooks)
    return tapWebhooks
  }
  const secretKey = (tapId: string, key: string) => `${tapId} webhook ${key}`
  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    await file.write(
      [...byTap].flatMap(([tapId, webhooks]) =>
        [...webhooks.values()].map(({ url, ...webhook }) => ({
          tapId,
          ...webhook,
          ...(!hasSecret(url) && { url }),
        })),
      ),
    )
  }
  const wait = () => {
    timer = undefined
  }
  const saveSoon = () => {
    timer ??= setTimeout(guarded('tap webhooks save', save, wait), saveAfterMs).unref()
  }
  const keepSecret = guarded('tap webhook secret', async (tapId: string, { key, url }: TapWebhook) => {
    if (keptFor === 'good' && hasSecret(url)) await secrets.set(secretKey(tapId, key), url)
  })
  const drop = guarded('tap webhook forgotten', async (tapId: string, webhooks: readonly TapWebhook[]) => {
    const stored = webhooks.filter(({ url }) => hasSecret(url)).map(({ key }) => secretKey(tapId, key))
    if (keptFor === 'good' && stored.length > 0) await secrets.forget(stored)
  })
  for (const { tapId, url, ...webhook } of file.value()) {
    const opened = url ?? (await secrets.get(secretKey(tapId, webhook.key)))
    if (opened !== undefined) ofTap(tapId).set(webhook.key, { ...webhook, url: opened })
  }

  return {
    webhooksOf(tapId: string): WebhooksOfTap {
      const webhooks = ofTap(tapId)
      const put = (webhook: TapWebhook) => {
        webhooks.delete(webhook.key)
        webhooks.set(webhook.key, webhook)
        saveSoon()
      }
      return {
        list: () => [...webhooks.values()].map(({ key, url, isFar }) => ({ key, url, isFar })),
        add(webhook) {
          put(webhook)
          keepSecret(tapId, webhook)
          const [oldest] = webhooks.values()
          if (webhooks.size <= most || !oldest) return
          webhooks.delete(oldest.key)
          drop(tapId, [oldest])
        },
        find(key) {
          const webhook = webhooks.get(key)
          if (webhook) put(webhook)
          return webhook
        },
        change(key, changes) {
          const before = webhooks.get(key)
          if (before) put({ ...before, ...changes })
        },
      }
    },
    async forget(tapId: string): Promise<void> {
      drop(tapId, [...ofTap(tapId).values()])
      if (byTap.get(tapId)?.size) saveSoon()
      byTap.delete(tapId)
    },
    async close(): Promise<void> {
      if (timer !== undefined) await save()
    },
  }
}

function hasSecret(url: string): boolean {
  return new Secrets().url(url, 'theirs') !== url
}

// Notes about the webhook in a request through a tap: both addresses if it was replaced, else that it bypasses the tap.

interface Deps {
  readonly secrets: Secrets
  readonly webhooks: WebhooksOfTap
  readonly agentId: string
  /** Push notifications to this masked address bypass the tap. */
  readonly onBypass: (url: string) => void
}

/** Called before the request is recorded, so that secrets of the address are masked in it. */
export function noteWebhook(
  deps: Deps,
  { facts, operation }: FoundCall,
  request: TapRequest,
): string | undefined {
  const { webhook, webhookKept: why } = request
  const config = operation && webhookOf(operation)
  if (!config || !operation) {
    // An unreadable request may name a webhook.
    if (why === undefined || operation || isGrpc(request.headers)) return undefined
    return `If this request names a webhook, its push notifications bypass the tap. ${why}`
  }
  const to = deps.secrets.url(config.url, 'ours')
  if (webhook) {
    const { address, ...registration } = webhook
    if (!deps.webhooks.find(registration.key))
      deps.webhooks.add({
        ...registration,
        id: randomUUID(),
        agentId: deps.agentId,
        ...registeredIn(config, operation),
        ...defined({ dialect: facts.dialect }),
        ...callerOf(request),
      })
    return `The agent was given ${deps.secrets.url(address, 'ours')} for push notifications, an address of the tap, in place of ${to}.`
  }
  deps.onBypass(to)
  return why === undefined ? undefined : `Push notifications to ${to} bypass the tap. ${why}`
}

function registeredIn({ token, authentication }: PushConfig, operation: Operation): Partial<TapWebhook> {
  const { scheme, credentials } = authentication ?? {}
  return {
    ...taskOfOperation(operation),
    ...(token !== undefined && { token: createProof(token) }),
    ...defined({ scheme }),
    ...(credentials !== undefined && { credentials: createProof(credentials) }),
  }
}

function callerOf({ caller, headers }: TapRequest): Pick<TapWebhook, 'caller' | 'program'> {
  const program = headerOf(headers, 'user-agent')
  return { caller, ...defined({ program }) }
}
