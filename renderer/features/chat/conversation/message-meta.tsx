import { useQuery } from '@tanstack/react-query'
import { Ellipsis, TriangleAlert } from 'lucide-react'
import type { Block, MessageMark } from '#shared/story/chat/chat-row.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useLayout } from '../../../state/layout.ts'
import { useSelection } from '../../../state/selection.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { counted, formatClock } from '../../../ui/format.ts'
import { ContextMenu, Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useMessageActions } from '../composer/index.ts'

/** Entries whose problems are counted under an answer; the inspector has all of them. */
const maxCountedEntries = 50

interface MessageMetaProps {
  readonly message: MessageMark
  readonly block: Block
}

export function MessageMeta({ message: { at, origin, idReused }, block }: MessageMetaProps) {
  const menu = useMessageMenu(block)
  const isReply = block.kind === 'theirs' && block.taskKey === undefined
  return (
    <div className="row-box row-meta line gap-6 dim small">
      <span>{block.label}</span>
      <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()}>
        {formatClock(at)}
      </time>
      {origin === 'history' && <span title="First seen in the task's history">from history</span>}
      {idReused && <span className="tone-warn small">message id used before</span>}
      {isReply && <ProblemLink exchangeId={block.place.exchangeId} endedAt={at} />}
      <span className="spacer" />
      <Menu {...menu} button={<Ellipsis size={14} />} />
    </div>
  )
}

function useMessageMenu({ key, kind, label, place }: Block) {
  const { canCall } = useEngine()
  const actions = useMessageActions(key)
  const again: readonly MenuItem[] = [
    { label: 'Send again', run: actions.sendAgain },
    { label: 'Edit and send again', run: actions.edit },
  ]
  return {
    label: label === 'You' ? 'Your message' : `${label}'s message`,
    items: () => [
      ...(kind === 'mine' && canCall ? again : []),
      { label: 'Copy', run: actions.copy },
      ...(canCall ? [{ label: 'Quote', run: actions.quote }] : []),
      { label: 'Show request', run: () => showOnWire(place.exchangeId, place.seq) },
    ],
  }
}

/** Covers the whole message: the head of a long one may not be drawn. */
export function MessageContextMenu({ block }: { readonly block: Block }) {
  return <ContextMenu {...useMessageMenu(block)} subject="article" />
}

interface ProblemLinkProps {
  readonly exchangeId: string
  /** When its answer ended; undefined while it is open. */
  readonly endedAt: number | undefined
}

/** Below a task or a direct reply: the number of problems of its request, with a link to the first. */
export function ProblemLink({ exchangeId, endedAt }: ProblemLinkProps) {
  const { client } = useEngine()
  const { data } = useQuery({
    queryKey: ['console', 'findings', exchangeId, 'counted', endedAt],
    enabled: endedAt !== undefined,
    queryFn: ({ signal }) =>
      client.console.findings({ exchangeId, offset: 0, limit: maxCountedEntries }, { signal }),
  })
  const problems = (data?.rows ?? []).flatMap(({ seq, findings = [] }) =>
    findings.filter(({ severity }) => severity !== 'info').map((finding) => ({ seq, ...finding })),
  )
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  if (data === undefined || first === undefined) return null
  const show = () => {
    const { rule, seq: entrySeq, pointer } = first
    const { agentId, selectProblem } = useSelection.getState()
    selectProblem({ rule, agentId }, { exchangeId, entrySeq, pointer })
    useLayout.getState().reveal('inspector')
  }
  return (
    <LinkButton className="on-the-wire inline gap-4 tone-warn" onClick={show}>
      <TriangleAlert size={12} /> {counted(problems.length, 'problem')}
      {data.total > data.rows.length && ' and more'}
    </LinkButton>
  )
}
