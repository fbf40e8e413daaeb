import { type ReactNode, useState } from 'react'
import { LinkButton } from '../button.tsx'
import { useRenderSlot } from './use-render-slot.ts'

/** Elements for one piece of a text; a larger piece is shown as plain text with a button that draws it. */
export const maxElements = 1_500

interface PacedProps {
  /** Of the formatted form, in DOM elements. */
  readonly cost: number
  plain(): ReactNode
  formatted(): ReactNode
}

/** A piece of a text: plain until it is its turn to be formatted, and plain for good where it costs too much. */
export function Progressive({ cost, plain, formatted }: PacedProps) {
  const [isRequested, setRequested] = useState(false)
  const isTooMuch = cost > maxElements && !isRequested
  const isDrawn = useRenderSlot(isTooMuch ? 0 : cost)
  if (isDrawn && !isTooMuch) return formatted()
  return (
    <>
      {isTooMuch && (
        <span className="show-formatted dim">
          Shown as plain text: its formatting is slow to draw.{' '}
          <LinkButton onClick={() => setRequested(true)}>Show formatted</LinkButton>
        </span>
      )}
      {plain()}
    </>
  )
}
