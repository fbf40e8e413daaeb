import { messageOf } from '../host/message-of.ts'
import { joinWords } from './format.ts'

interface ProblemProps {
  readonly error: unknown
  readonly className?: string
}

/** Why something could not be done, told to screen readers at once; nothing as long as there is nothing to say. */
export function Problem({ error, className }: ProblemProps) {
  if (error === undefined || error === null) return null
  return (
    <p className={joinWords(' ', 'notice', className)} role="alert">
      {messageOf(error)}
    </p>
  )
}
