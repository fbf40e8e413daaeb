import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Problem } from './problem.tsx'

interface QuestionProps {
  readonly title: string
  readonly wide?: boolean
  /** The answer that leaves all as it is. */
  readonly no: string
  readonly yes: string
  /** What it asks for is being done. */
  readonly pending?: boolean
  /** Why that could not be done. */
  readonly error?: unknown
  readonly children: ReactNode
  onNo(): void
  onYes(): void
}

/** A modal question with two answers. */
export function Question(props: QuestionProps) {
  const { title, wide = false, no, yes, pending = false, error, children, onNo, onYes } = props
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>{no}</Button>
          <Button primary disabled={pending} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
      <Problem error={error} />
    </Dialog>
  )
}
