import type { Message } from '#shared/a2a/model.ts'
import { at } from '#shared/collections/list.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { earlierCount, startedAt, type Turn } from '#shared/story/turns.ts'
import { formatCount, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { FoldToggle } from './fold-toggle.tsx'
import { blockKeyOf } from './layout.ts'

interface EarlierProps {
  readonly task: TaskView
  readonly turn: Turn
}

/** The states of a turn before its last one, and what only its history tells of. */
export function EarlierToggle({ task, turn }: EarlierProps) {
  const { states, told } = earlierCount(turn)
  const counts = [
    states > 0 ? `${formatCount(states)} earlier ${states === 1 ? 'state' : 'states'}` : undefined,
    told > 0 ? `${formatCount(told)} ${told === 1 ? 'message' : 'messages'} of its history` : undefined,
  ]
  const words = counts.filter((count) => count !== undefined).join(', ')
  return <FoldToggle of={blockKeyOf(task, turn)}>{words}</FoldToggle>
}

export function SaidRow({ task, event }: { readonly task: TaskView; readonly event: number }) {
  const seen = at(task.events, event)
  if (!seen || seen.fact.kind === 'artifact') return null
  const { fact } = seen
  const message = fact.kind === 'status' ? fact.status.message : fact.message
  return (
    <div className="row-box said">
      <span className="num mono">{formatOffset(seen.first.at - startedAt(task))}</span>
      {fact.kind === 'status' && <StateMark state={fact.status.state} />}
      {fact.kind === 'message' && (
        <span className="muted">{fact.message.role === 'user' ? 'You' : 'Agent'}, in its history</span>
      )}
      <span>{message && <UntrustedText text={oneLine(message)} limit={300} />}</span>
    </div>
  )
}

/** As much of a message as one line can tell. */
export function oneLine({ parts }: Message): string {
  const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text.slice(0, 4000)] : []))
  return words.length > 0 || parts.length === 0 ? words.join(' ') : `${parts.length} parts`
}
