import { ChevronDown, ChevronRight } from 'lucide-react'
import type { TaskView } from '#shared/story/task-view.ts'
import { useChatView } from '../../../state/chat-view.ts'
import { formatCount } from '../../../ui/format.ts'

interface OfferRowProps {
  readonly offer: string
  readonly tasks: readonly TaskView[]
  readonly isOpen: boolean
}

/** Tasks of the same context that nobody here started: another client's, told by a webhook call or a list. */
export function OfferRow({ offer, tasks: { length }, isOpen }: OfferRowProps) {
  return (
    <div className="row-box">
      <button
        type="button"
        className="earlier link-button"
        aria-expanded={isOpen}
        onClick={() => useChatView.getState().toggle(offer)}
      >
        {isOpen ? (
          <ChevronDown size={12} aria-hidden={true} />
        ) : (
          <ChevronRight size={12} aria-hidden={true} />
        )}
        {length === 1 ? '1 task of this context was' : `${formatCount(length)} tasks of this context were`}{' '}
        not started here
      </button>
    </div>
  )
}
