import { create } from 'zustand'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'

export interface EditedPart {
  readonly agentId: string
  /** Undefined for a new one. */
  readonly partId?: number
  readonly data: JsonValue
  /** What the agent asked with. */
  readonly schema?: JsonObject
}

/** The data part that is being written. */
export const usePartEditor = create<{ readonly edited?: EditedPart | undefined }>(() => ({}))
