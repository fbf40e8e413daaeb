import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleHelp,
  CircleSlash,
  CircleX,
  Info,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
  MessageCircleQuestion,
  TriangleAlert,
} from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import type { Severity } from '#shared/a2a/finding.ts'
import type { TaskState } from '#shared/a2a/model.ts'
import type { CallOutcome } from '#shared/record/exchange-row.ts'
import { ToggleChip } from './button.tsx'
import { joinDefined } from './format.ts'

/** Shown beside words: the meaning never depends on colour or shape alone. */
export const callOutcomeLooks: Readonly<Record<CallOutcome, Look>> = {
  open: { icon: CircleDot, colour: 'var(--working)' },
  ok: { icon: CircleCheck, colour: 'var(--completed)' },
  stopped: { icon: Ban, colour: 'var(--canceled)' },
  error: { icon: CircleX, colour: 'var(--failed)' },
}

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

export function StateMark({ state }: { readonly state: TaskState }) {
  return <Mark icon={stateIcons[state]} colour={`var(--${state})`} word={<span>{state}</span>} />
}

const marks = {
  error: { Icon: CircleX, colour: 'var(--failed)' },
  warning: { Icon: TriangleAlert, colour: 'var(--input-required)' },
  info: { Icon: Info, colour: 'var(--dim)' },
} as const satisfies Record<Severity, unknown>

interface MarkProps extends HTMLAttributes<HTMLSpanElement> {
  readonly icon: LucideIcon
  readonly colour: string
  readonly word: ReactNode
}

export function Mark({ icon: Icon, colour, word, className, ...rest }: MarkProps) {
  return (
    <span
      {...rest}
      className={joinDefined(' ', 'state-mark rigid gap-6 bold small nowrap', className)}
      style={{ color: colour }}
    >
      <Icon size={13} />
      {word}
    </span>
  )
}

/** A finding's severity as colour, shape and word; where there is no room, the word is for screen readers only. */
export function SeverityMark({
  severity,
  size = 13,
  named = false,
}: {
  readonly severity: Severity
  readonly size?: number
  readonly named?: boolean
}) {
  const { Icon, colour } = marks[severity]
  return (
    <span className={named ? 'severity-mark inline gap-6' : 'severity-mark'} style={{ color: colour }}>
      <Icon size={size} />
      <span className={named ? undefined : 'visually-hidden'}>{severity}</span>
    </span>
  )
}

interface Look {
  readonly icon: LucideIcon
  /** A token of the theme. */
  readonly colour: string
}

interface ChipsProps<T extends string> {
  readonly label: string
  readonly className: string
  readonly options: readonly T[]
  readonly value: T | undefined
  nameOf(option: T): ReactNode
  onChange(value: T | undefined): void
}

/** Chips of which at most one is pressed; pressing it again releases it. */
export function Chips<T extends string>(props: ChipsProps<T>) {
  const { label, className, options, value, nameOf, onChange } = props
  return (
    <fieldset className={className}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <ToggleChip
          key={option}
          on={option === value}
          onClick={() => onChange(option === value ? undefined : option)}
        >
          {nameOf(option)}
        </ToggleChip>
      ))}
    </fieldset>
  )
}
