import { ChevronDown, ChevronRight } from 'lucide-react'
import { useChatView } from '../../../state/chat-view.ts'

interface FoldToggleProps {
  /** The key of what it folds out. */
  readonly of: string
  readonly children: string
}

/** A line for what is there and out of the way. */
export function FoldToggle({ of, children }: FoldToggleProps) {
  const open = useChatView((view) => view.open.has(of))
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <div className="row-box">
      <button
        type="button"
        className="earlier link-button"
        aria-expanded={open}
        onClick={() => useChatView.getState().toggle(of)}
      >
        <Chevron size={12} aria-hidden={true} />
        {children}
      </button>
    </div>
  )
}
