import { join } from 'node:path'
import { z } from 'zod'
import { type ContextNote, contextNoteSchema, draftSchema, type KeptDraft } from '#shared/contract/chat.ts'
import { openJsonFile } from './json-file.ts'

export interface ChatStore {
  draft(agentId: string): KeptDraft | null
  contexts(): readonly ContextNote[]
  keepDraft(agentId: string, draft: KeptDraft | null): Promise<{ readonly kept: boolean }>
  noteContext(note: ContextNote): Promise<readonly ContextNote[]>
  forgetAgent(agentId: string): Promise<void>
}

const memorySchema = z.object({
  drafts: z.record(z.string(), draftSchema),
  contexts: z.array(contextNoteSchema),
})

/** The oldest notes go first. */
const mostContexts = 5_000

export async function openChatMemory(dataDir: string): Promise<ChatStore> {
  const file = await openJsonFile(join(dataDir, 'chat.json'), memorySchema, { drafts: {}, contexts: [] })
  return {
    draft: (agentId) => file.value().drafts[agentId] ?? null,
    contexts: () => file.value().contexts,
    async keepDraft(agentId, draft) {
      const { drafts, contexts } = file.value()
      const { [agentId]: _, ...others } = drafts
      await file.write({ drafts: draft === null ? others : { ...others, [agentId]: draft }, contexts })
      return { kept: true }
    },
    async noteContext(note) {
      const { drafts, contexts } = file.value()
      const others = contexts.filter(
        ({ agentId, contextId }) => agentId !== note.agentId || contextId !== note.contextId,
      )
      const plain = note.name === '' && !note.forgotten
      await file.write({ drafts, contexts: plain ? others : [...others, note].slice(-mostContexts) })
      return file.value().contexts
    },
    async forgetAgent(gone) {
      const { drafts, contexts } = file.value()
      const { [gone]: _, ...others } = drafts
      await file.write({ drafts: others, contexts: contexts.filter(({ agentId }) => agentId !== gone) })
    },
  }
}
