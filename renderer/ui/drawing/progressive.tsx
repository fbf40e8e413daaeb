import { type ReactNode, useState } from 'react'
import { LinkButton } from '../button.tsx'
import { useRenderSlot } from './use-render-slot.ts'

/** Elements that one piece of a text is drawn with; beyond, it is shown as plain text with a button that draws it all the same. */
export const maxElements = 1_500

interface PacedProps {
  /** Of the formatted form, in elements of a page. */
  readonly cost: number
  plain(): ReactNode
  formatted(): ReactNode
}

/** A piece of a text: formatted when it is its turn, plain before that and where it is too much. */
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
