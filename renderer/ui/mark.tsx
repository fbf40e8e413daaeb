import type { LucideIcon } from 'lucide-react'
import type { HTMLAttributes, ReactNode } from 'react'
import { joinWords } from './format.ts'

interface MarkProps extends HTMLAttributes<HTMLSpanElement> {
  readonly icon: LucideIcon
  readonly colour: string
  readonly word: ReactNode
}

/** A state of anything as colour, shape and word at once. */
export function Mark({ icon: Icon, colour, word, className, ...rest }: MarkProps) {
  return (
    <span {...rest} className={joinWords(' ', 'state-mark', className)} style={{ color: colour }}>
      <Icon size={13} />
      {word}
    </span>
  )
}
