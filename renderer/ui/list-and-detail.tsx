import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'

interface ListAndDetailProps {
  readonly children: ReactNode
  /** Nothing while nothing is selected. */
  readonly detail: ReactNode
  /** Of the width at first, or of the height. */
  readonly detailSize: string
  /** Else beside the list. */
  readonly below?: boolean
  /** The accessible name of the line between them. */
  readonly separator?: string
  readonly listMinPx?: number
  readonly detailMinPx?: number
}

/** A list, and beside or below it what is selected in it. */
export function ListAndDetail({
  children,
  detail,
  detailSize,
  below = false,
  separator = 'Width of the detail',
  listMinPx = 260,
  detailMinPx = 280,
}: ListAndDetailProps) {
  return (
    <Group orientation={below ? 'vertical' : 'horizontal'}>
      <Panel id="list" minSize={listMinPx}>
        {children}
      </Panel>
      {detail && <Separator className="separator" aria-label={separator} />}
      {detail && (
        <Panel id="detail" defaultSize={detailSize} minSize={detailMinPx}>
          {detail}
        </Panel>
      )}
    </Group>
  )
}
