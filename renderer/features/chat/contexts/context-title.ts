import type { ConversationRef } from '#shared/contract/story.ts'
import { shortId } from '../../../ui/short-id.ts'
import { visibleString } from '../../../ui/visible-text.ts'

const longest = 80

interface Titled extends ConversationRef {
  /** The first words of the user. */
  readonly says?: string
}

/** What a context is called: by its user, else by the first words said in it. */
export function contextTitle({ contextId, says }: Titled, name: string | undefined): string {
  if (name) return name
  if (says) return visibleString(says.length > longest ? `${says.slice(0, longest)}…` : says)
  return contextId === undefined ? 'Not named by the agent' : `Context ${shortId(contextId)}`
}
