import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'

interface ListAndDetailProps {
  readonly children: ReactNode
  /** Absent while nothing is selected. */
  readonly detail: ReactNode
  /** The initial share of the width, or of the height. */
  readonly detailSize: string
  /** Below the list instead of beside it. */
  readonly below?: boolean
  readonly separator?: string
  readonly listMinPx?: number
  readonly detailMinPx?: number
}

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
