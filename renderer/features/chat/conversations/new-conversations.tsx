import { useCallback } from 'react'
import type { ConversationBrief, ConversationRow } from '#shared/contract/story.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { slowPoll } from '../../../record/follow-versions.ts'
import { useFollowed } from '../../../record/use-followed.ts'
import { useChat } from '../../../state/chat.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { counted } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { choiceOf, useShow, useShownKey } from '../use-conversation.ts'

interface NewConversationsProps {
  readonly agentId: string
  readonly current: ConversationBrief | null | undefined
}

/** Announces conversations that others began with this agent: the chat keeps showing its own. */
export function NewConversations({ agentId, ...props }: NewConversationsProps) {
  const key = useShownKey(agentId)
  const since = useChat((chat) => chat.newSince[key])
  return since === undefined ? null : <NewSince {...props} agentId={agentId} since={since} shownKey={key} />
}

// New conversations whose callers are named, the newest.
const maxNamedRows = 3

interface NewSinceProps extends NewConversationsProps {
  readonly since: number
  readonly shownKey: string
}

function NewSince({ agentId, current, since, shownKey }: NewSinceProps) {
  const { client } = useEngine()
  const show = useShow(agentId)
  const request = useCallback(
    (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) =>
      client.story.conversations(
        { agentId, others: false, startedElsewhereAfter: since, offset: 0, limit: maxNamedRows, ...wait },
        { signal },
      ),
    [client, agentId, since],
  )
  const { rows: listed = [], total = 0 } = useFollowed(request, slowPoll).answer ?? {}
  const rows = listed.filter(({ id }) => id !== current?.id)
  const count = total - (listed.length - rows.length)
  const [newest] = rows
  return (
    <span role="status" className="shrinks truncate">
      {newest && (
        <LinkButton
          className="small"
          onClick={() => {
            useChat.getState().setNewSince(shownKey, newest.startedSeq)
            if (count === 1) show(choiceOf(newest))
            else runCommand('chat.contexts')
          }}
        >
          {counted(count, 'new conversation')}
          {callersOf(rows)}
        </LinkButton>
      )}
    </span>
  )
}

function callersOf(rows: readonly ConversationRow[]): string {
  const names = new Set(rows.flatMap(({ caller }) => caller ?? []))
  if (names.size === 0) return ''
  return ` from ${[...names].map((name) => visibleString(shorten(name, maxTitleChars))).join(', ')}`
}
