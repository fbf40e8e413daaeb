import type { ConversationRef } from '#shared/contract/story.ts'
import { shorten } from '#shared/shorten.ts'
import { shortId, visibleString } from '../../../ui/visible-text.ts'

/** Of the user's words in a conversation's title, which then ends in "…". */
const maxConversationTitleChars = 80

interface Titled extends ConversationRef {
  /** The user's first words. */
  readonly says?: string
}

/** The user's name for it, else its first words. */
export function conversationTitle(
  { contextId, says }: Titled,
  name: string | undefined,
  withId = true,
): string {
  if (name) return name
  if (says) return visibleString(shorten(says, maxConversationTitleChars))
  if (!withId) return 'Conversation'
  return contextId === undefined ? 'No context ID' : `Context ${shortId(contextId)}`
}
