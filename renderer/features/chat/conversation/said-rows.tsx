import type { ChatRow } from '#shared/story/chat/chat-row.ts'
import { formatCount, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FoldToggle } from './fold-toggle.tsx'

type RowOf<Kind extends ChatRow['kind']> = Extract<ChatRow, { kind: Kind }>

/** The states of a turn before its last one, and what only its history tells of. */
export function EarlierToggle({ row: { states, told, block } }: { readonly row: RowOf<'earlier'> }) {
  const counts = [
    states > 0 ? `${formatCount(states)} earlier ${states === 1 ? 'state' : 'states'}` : undefined,
    told > 0 ? `${formatCount(told)} ${told === 1 ? 'message' : 'messages'} of its history` : undefined,
  ]
  const words = counts.filter((count) => count !== undefined).join(', ')
  return <FoldToggle of={block.key}>{words}</FoldToggle>
}

export function SaidRow({ row: { ms, state, role, byCaller, words } }: { readonly row: RowOf<'said'> }) {
  const user = byCaller ? 'Caller' : 'You'
  return (
    <div className="row-box said">
      <span className="num mono">{formatOffset(ms)}</span>
      {state === undefined ? (
        <span className="muted">{role === 'user' ? user : 'Agent'}, in its history</span>
      ) : (
        <StateMark state={state} />
      )}
      <span>
        <UntrustedText text={words} limit={300} />
      </span>
    </div>
  )
}
