import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'

interface SideBySideProps {
  readonly children: ReactNode
  /** Nothing while nothing is selected. */
  readonly detail: ReactNode
  /** Of the width, at first. */
  readonly detailSize: string
  /** The accessible name of the line between them. */
  readonly separator?: string
  readonly listMinPx?: number
  readonly detailMinPx?: number
}

/** A list, and beside it what is selected in it. */
export function SideBySide({
  children,
  detail,
  detailSize,
  separator = 'Width of the detail',
  listMinPx = 260,
  detailMinPx = 280,
}: SideBySideProps) {
  return (
    <Group orientation="horizontal">
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
