import type { ConversationRef } from '#shared/contract/story.ts'
import { shorten } from '#shared/shorten.ts'
import { shortId } from '../../../ui/short-id.ts'
import { visibleString } from '../../../ui/visible-text.ts'

/** Of the user's words in a context's title, which then ends in "…". */
const maxContextTitleChars = 80

interface Titled extends ConversationRef {
  /** The first words of the user. */
  readonly says?: string
}

/** What a context is called: by its user, else by the first words said in it. */
export function contextTitle({ contextId, says }: Titled, name: string | undefined, withId = true): string {
  if (name) return name
  if (says) return visibleString(shorten(says, maxContextTitleChars))
  if (!withId) return 'Conversation'
  return contextId === undefined ? 'No context ID' : `Context ${shortId(contextId)}`
}
