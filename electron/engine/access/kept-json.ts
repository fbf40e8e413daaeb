// What is kept for each agent as one secret, in JSON: opened once, and lost where it can no longer be opened or read.

import type { z } from 'zod'
import { jsonIn } from '#shared/json/parse-json.ts'
import type { SecretStore } from './secret-store.ts'

export interface KeptJson<Kept> {
  readonly where: SecretStore['where']
  /** Whether there is one, without opening it. */
  isSet(agentId: string): boolean
  get(agentId: string): Promise<Kept | undefined>
  /** What was opened or set since the start. */
  opened(agentId: string): Kept | undefined
  set(agentId: string, stored: Kept): Promise<void>
  forget(agentId: string): Promise<void>
}

export function createKeptJson<Kept>(
  secrets: SecretStore,
  name: string,
  schema: z.ZodType<Kept>,
): KeptJson<Kept> {
  const opened = new Map<string, Kept>()
  const keyOf = (agentId: string) => `${agentId} ${name}`
  return {
    where: secrets.where,
    isSet: (agentId) => secrets.has(keyOf(agentId)),
    async get(agentId) {
      const existing = opened.get(agentId)
      if (existing !== undefined || !secrets.has(keyOf(agentId))) return existing
      const data = schema.safeParse(jsonIn((await secrets.get(keyOf(agentId))) ?? '')).data
      if (data !== undefined) opened.set(agentId, data)
      return data
    },
    opened: (agentId) => opened.get(agentId),
    async set(agentId, stored) {
      opened.set(agentId, stored)
      await secrets.set(keyOf(agentId), JSON.stringify(stored))
    },
    async forget(agentId) {
      opened.delete(agentId)
      await secrets.forget([keyOf(agentId)])
    },
  }
}
