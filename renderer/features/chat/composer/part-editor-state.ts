import { create } from 'zustand'
import type { JsonObject, JsonValue } from '#shared/a2a/model.ts'

interface EditedPart {
  readonly agentId: string
  /** Undefined for a new one. */
  readonly partId?: number
  readonly data: JsonValue
  /** What the agent asked with. */
  readonly schema?: JsonObject
}

interface PartEditorState {
  readonly edited: EditedPart | undefined
  edit(part: EditedPart): void
  close(): void
}

/** The data part that is being written. */
export const usePartEditor = create<PartEditorState>((set) => ({
  edited: undefined,
  edit: (edited) => set({ edited }),
  close: () => set({ edited: undefined }),
}))
