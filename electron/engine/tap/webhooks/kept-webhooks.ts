// The webhooks that callers of taps have named, over a restart. What was registered with each is there as a proof only, and an address
// that carries secrets lies where credentials lie.

import { join } from 'node:path'
import { z } from 'zod'
import { dialectIds } from '#shared/a2a/dialect.ts'
import { maxIdChars, maxProtocolIdChars, maxUrlChars, maxWordChars } from '#shared/bounded.ts'
import type { SecretStore } from '../../access/secret-store.ts'
import { guarded } from '../../guarded.ts'
import { type JsonFile, openJsonFile } from '../../json-file.ts'
import { proofSchema } from '../../receiver/proof.ts'
import { createSecrets } from '../../wire/secrets.ts'
import type { KnownWebhook } from '../forward/messages.ts'
import { maxTapWebhooks } from '../forward/webhooks/callers-webhooks.ts'

const keptSchema = z.object({
  tapId: z.string().max(maxIdChars),
  /** On the record. */
  id: z.string().max(maxIdChars),
  agentId: z.string().max(maxIdChars),
  key: z.string().max(maxIdChars),
  /** Left out where it lies with the credentials. */
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
type Kept = z.infer<typeof keptSchema>

export type TapWebhook = Omit<Kept, 'tapId' | 'url'> & KnownWebhook

export interface WebhooksOfTap {
  known(): readonly KnownWebhook[]
  add(webhook: TapWebhook): void
  find(key: string): TapWebhook | undefined
  change(key: string, changes: Partial<TapWebhook>): void
}

export type KeptWebhooks = Awaited<ReturnType<typeof openKeptWebhooks>>

interface KeptWebhooksDeps {
  readonly dataDir: string
  readonly secrets: SecretStore
  /** `now`: of an engine that is opened for one command, which writes nothing of them. */
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
  const file = keptFor === 'now' ? nowhere() : await openFile(dataDir)
  const byTap = new Map<string, Map<string, TapWebhook>>()
  let timer: NodeJS.Timeout | undefined

  const ofTap = (tapId: string) => {
    const known = byTap.get(tapId) ?? new Map<string, TapWebhook>()
    byTap.set(tapId, known)
    return known
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
    const kept = webhooks.filter(({ url }) => hasSecret(url)).map(({ key }) => secretKey(tapId, key))
    if (keptFor === 'good' && kept.length > 0) await secrets.forget(kept)
  })
  for (const { tapId, url, ...webhook } of file.value()) {
    const opened = url ?? (await secrets.get(secretKey(tapId, webhook.key)))
    if (opened !== undefined) ofTap(tapId).set(webhook.key, { ...webhook, url: opened })
  }

  return {
    of(tapId: string): WebhooksOfTap {
      const webhooks = ofTap(tapId)
      const put = (webhook: TapWebhook) => {
        webhooks.delete(webhook.key)
        webhooks.set(webhook.key, webhook)
        saveSoon()
      }
      return {
        known: () => [...webhooks.values()].map(({ key, url, isFar }) => ({ key, url, isFar })),
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
  return createSecrets().url(url, 'theirs') !== url
}

function openFile(dataDir: string): Promise<JsonFile<readonly Kept[]>> {
  return openJsonFile<readonly Kept[]>(join(dataDir, 'tap-webhooks.json'), z.array(keptSchema), [])
}

function nowhere(): JsonFile<readonly Kept[]> {
  return { value: () => [], write: async () => undefined }
}
