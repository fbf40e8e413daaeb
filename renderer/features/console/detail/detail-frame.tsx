import type { ReactNode } from 'react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { GuardedDrawing } from '../../../ui/drawing/guarded-drawing.tsx'
import { type Tab, Tabs } from '../../../ui/tabs.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { ToldLine, useCopy } from '../copy/index.ts'
import { DetailActions } from './detail-actions.tsx'
import './detail.css'

interface DetailFrameProps<Id extends string> {
  readonly name: string
  readonly row: ExchangeRow
  readonly tabs: readonly Tab<Id>[]
  readonly current: NoInfer<Id>
  onChange(id: NoInfer<Id>): void
  readonly children: ReactNode
}

/** Around an exchange in full: its tabs, what can be done with it, and what came of that. */
export function DetailFrame<Id extends string>(props: DetailFrameProps<Id>) {
  const { name, row, tabs, current, onChange, children } = props
  const copying = useCopy(row.id)
  return (
    <div className="detail-frame">
      <Tabs
        name={name}
        tabs={tabs}
        current={current}
        onChange={onChange}
        actions={
          <>
            <span className="detail-title truncate" data-title={visibleString(row.label)} />
            <DetailActions row={row} copying={copying} />
          </>
        }
      >
        <GuardedDrawing of={`exchange ${row.id} ${current}`} value={row.id} inConsole>
          {children}
        </GuardedDrawing>
      </Tabs>
      {copying.told && (
        <ToldLine told={copying.told} onCopy={copying.copy} onClose={() => copying.tell(undefined)} />
      )}
    </div>
  )
}

/** There when there is something to find in it. */
export function findingsTab({ findings: { error, warning, info } }: ExchangeRow) {
  const count = error + warning + info
  return count > 0 ? [{ id: 'findings', name: 'Findings', count } as const] : []
}
