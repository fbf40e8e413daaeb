import { Ban, CircleCheck, CircleDot, CircleX, type LucideIcon } from 'lucide-react'
import type { CallOutcome } from '#shared/record/exchange-row.ts'

interface Look {
  readonly icon: LucideIcon
  /** A token of the theme. */
  readonly colour: string
}

/** Beside words that say the same: neither colour nor shape is alone. */
export const callOutcomeLooks: Readonly<Record<CallOutcome, Look>> = {
  open: { icon: CircleDot, colour: 'var(--working)' },
  ok: { icon: CircleCheck, colour: 'var(--completed)' },
  stopped: { icon: Ban, colour: 'var(--canceled)' },
  error: { icon: CircleX, colour: 'var(--failed)' },
}
