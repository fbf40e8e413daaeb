import type { ReactNode } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'

interface SideBySideProps {
  /** Tells the panels of one list from those of another. */
  readonly name: string
  readonly children: ReactNode
  /** Nothing while nothing is selected. */
  readonly detail: ReactNode
}

/** A list, and beside it what is selected in it. */
export function SideBySide({ name, children, detail }: SideBySideProps) {
  return (
    <Group orientation="horizontal">
      <Panel id={`${name}-list`} minSize={260}>
        {children}
      </Panel>
      {detail && <Separator className="separator" aria-label="Width of the detail" />}
      {detail && (
        <Panel id={`${name}-detail`} defaultSize="48%" minSize={300}>
          {detail}
        </Panel>
      )}
    </Group>
  )
}
