import { ChevronDown, ChevronRight } from 'lucide-react'
import type { Message } from '#shared/a2a/model.ts'
import { at } from '#shared/collections/list.ts'
import type { TaskView } from '#shared/story/task-view.ts'
import { useChatView } from '../../../state/chat-view.ts'
import { formatCount, formatOffset } from '../../../ui/format.ts'
import { StateMark } from '../../../ui/state-mark.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { blockKeyOf } from './layout.ts'
import type { Turn } from './turns.ts'

interface EarlierProps {
  readonly task: TaskView
  readonly turn: Turn
}

/** The states of a turn before its last one: there, and out of the way. */
export function EarlierToggle({ task, turn }: EarlierProps) {
  const key = blockKeyOf(task, turn)
  const open = useChatView((view) => view.open.has(key))
  const count = turn.statuses.to - turn.statuses.from - 1
  return (
    <div className="row-box">
      <button
        type="button"
        className="earlier link-button"
        aria-expanded={open}
        onClick={() => useChatView.getState().toggle(key)}
      >
        {open ? <ChevronDown size={12} aria-hidden={true} /> : <ChevronRight size={12} aria-hidden={true} />}
        {formatCount(count)} earlier {count === 1 ? 'state' : 'states'}
      </button>
    </div>
  )
}

export function SaidRow({ task, event }: { readonly task: TaskView; readonly event: number }) {
  const seen = at(task.events, event)
  if (seen?.fact.kind !== 'status') return null
  const { state, message } = seen.fact.status
  return (
    <div className="row-box said">
      <span className="num mono">{formatOffset(seen.first.at - task.first.at)}</span>
      <StateMark state={state} />
      <span>{message && <UntrustedText text={oneLine(message)} limit={300} />}</span>
    </div>
  )
}

/** As much of a message as one line can tell. */
export function oneLine({ parts }: Message): string {
  const words = parts.flatMap((part) => (part.kind === 'text' ? [part.text.slice(0, 4000)] : []))
  return words.length > 0 || parts.length === 0 ? words.join(' ') : `${parts.length} parts`
}
