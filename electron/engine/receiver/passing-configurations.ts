// The configurations of tests: nobody else sees them, nothing of them is kept, and each is gone with its test.

import type { JsonValue } from '#shared/a2a/model.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { StoredConfig } from './stored.ts'

interface PassingConfig extends StoredConfig {
  /** Where its calls are recorded. */
  readonly sessionId: string
  onCall(call: PassingCall): void
}

export interface PassingCall {
  readonly exchangeId: string
  readonly seq: number
  readonly headers: RawHeaders
  /** Null where the body is no JSON. */
  readonly raw: JsonValue
}

export interface PassingConfigurations {
  /** Until what it gives back is called. */
  add(config: PassingConfig): () => void
  get(id: string): PassingConfig | undefined
  byKey(pathKey: string | undefined): PassingConfig | undefined
  change(id: string, changes: (now: StoredConfig) => Partial<StoredConfig>): void
}

export function createPassingConfigurations(): PassingConfigurations {
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
