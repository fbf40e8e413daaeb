import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  MessageCircleQuestion,
} from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { TaskState } from '#shared/a2a/model.ts'

export const stateIcons: Readonly<Record<TaskState, LucideIcon>> = {
  submitted: CircleDashed,
  working: LoaderCircle,
  'input-required': MessageCircleQuestion,
  'auth-required': KeyRound,
  completed: CircleCheck,
  canceled: CircleSlash,
  failed: CircleX,
  rejected: CircleAlert,
  unknown: CircleHelp,
}

/** A task's state as colour, shape and word at once. */
export function StateMark({ state }: { readonly state: TaskState }) {
  return <Mark icon={stateIcons[state]} colour={`var(--${state})`} word={state} />
}

interface MarkProps extends HTMLAttributes<HTMLSpanElement> {
  readonly icon: LucideIcon
  readonly colour: string
  readonly word: ReactNode
}

/** What there is to say of anything, in the same way. */
export function Mark({ icon: Icon, colour, word, className = '', ...rest }: MarkProps) {
  return (
    <span {...rest} className={`state-mark ${className}`.trim()} style={{ color: colour }}>
      <Icon size={13} />
      {word}
    </span>
  )
}
