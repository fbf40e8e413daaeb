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
import type { TaskState } from '#shared/a2a/model.ts'
import { Mark } from './mark.tsx'

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
  return <Mark icon={stateIcons[state]} colour={`var(--${state})`} word={<span>{state}</span>} />
}
