import { join } from 'node:path'
import { z } from 'zod'
import { memberOf } from '#shared/a2a/json-kinds.ts'
import { type ContextNote, contextNoteSchema, draftSchema, workingTextSchema } from '#shared/contract/chat.ts'
import type { Handlers } from './handlers.ts'
import { withMember, withoutMember } from './platform/json.ts'
import { openJsonFile } from './platform/json-files.ts'

export type ChatStore = Awaited<ReturnType<typeof openChatMemory>>

const memorySchema = z.object({
  drafts: z.record(z.string(), draftSchema),
  contexts: z.array(contextNoteSchema),
  workingTexts: z.record(z.string(), workingTextSchema),
})
type Memory = z.infer<typeof memorySchema>

const empty: Memory = { drafts: {}, contexts: [], workingTexts: {} }

/** Contexts named or hidden by the user; the oldest such note goes first, its context stays. */
const maxContextNotes = 5_000

export async function openChatMemory(dataDir: string) {
  const file = await openJsonFile(join(dataDir, 'chat.json'), memorySchema, empty)
  const change = (changes: Partial<Memory>) => file.write({ ...file.value(), ...changes })
  const noteContext = async (note: ContextNote): Promise<readonly ContextNote[]> => {
    const others = file
      .value()
      .contexts.filter(({ agentId, contextId }) => agentId !== note.agentId || contextId !== note.contextId)
    const plain = note.name === '' && !note.forgotten
    await change({ contexts: plain ? others : [...others, note].slice(-maxContextNotes) })
    return file.value().contexts
  }
  return {
    draft: ({ agentId }) => memberOf(file.value().drafts, agentId) ?? null,
    contexts: () => file.value().contexts,
    workingTexts: () => file.value().workingTexts,
    /** `null` resets to the default, which decides by each text. */
    async readWorkingText({ agentId, as }) {
      const now = file.value().workingTexts
      await change({ workingTexts: as === null ? withoutMember(now, agentId) : withMember(now, agentId, as) })
      return file.value().workingTexts
    },
    async keepDraft({ agentId, draft }) {
      const now = file.value().drafts
      await change({ drafts: draft === null ? withoutMember(now, agentId) : withMember(now, agentId, draft) })
      return { kept: true }
    },
    noteContext,
    /** Under its stored name. */
    async forgetContext(agentId: string, contextId: string): Promise<void> {
      const note = file
        .value()
        .contexts.find((each) => each.agentId === agentId && each.contextId === contextId)
      await noteContext({ agentId, contextId, name: note?.name ?? '', forgotten: true })
    },
    async forgetAgent(gone: string) {
      const { drafts, contexts, workingTexts } = file.value()
      await change({
        drafts: withoutMember(drafts, gone),
        contexts: contexts.filter(({ agentId }) => agentId !== gone),
        workingTexts: withoutMember(workingTexts, gone),
      })
    },
  } satisfies Handlers<'chat'> & { readonly forgetAgent: unknown; readonly forgetContext: unknown }
}
