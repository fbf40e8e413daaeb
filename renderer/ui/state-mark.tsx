import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  CircleX,
  KeyRound,
  LoaderCircle,
  MessageCircleQuestion,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { TaskState } from '#shared/a2a/model.ts'

type Icon = ComponentType<{
  readonly size: number
  readonly 'aria-hidden': true
  readonly className?: string
}>

export const stateIcons: Readonly<Record<TaskState, Icon>> = {
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
  const Icon = stateIcons[state]
  return (
    <span className="state-mark" style={{ color: `var(--${state})` }}>
      <Icon size={13} aria-hidden={true} />
      {state}
    </span>
  )
}
