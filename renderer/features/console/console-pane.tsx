import { useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { useRecord } from '../../record/use-record.ts'
import { useLayout } from '../../state/layout.ts'
import { useSelection } from '../../state/selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ExchangeDetail } from './exchange-detail.tsx'
import { ExchangeGrid } from './exchange-grid.tsx'
import './console.css'

type ConsoleTab = 'wire' | 'webhooks' | 'findings' | 'checks'

export function ConsolePane() {
  const [tab, setTab] = useState<ConsoleTab>('wire')
  const exchanges = useRecord((record) => record.exchanges())
  const { maximized, setMaximized } = useLayout()
  const full = maximized === 'console'
  return (
    <section className={full ? 'pane maximized' : 'pane'} aria-label="Console">
      <ErrorBoundary name="Console">
        <Tabs
          name="Console"
          tabs={[
            { id: 'wire', name: 'Wire', count: exchanges.length },
            { id: 'webhooks', name: 'Webhooks' },
            { id: 'findings', name: 'Findings' },
            { id: 'checks', name: 'Checks' },
          ]}
          current={tab}
          onChange={setTab}
          onHeadDoubleClick={() => setMaximized(full ? undefined : 'console')}
        >
          <ConsoleTabBody tab={tab} />
        </Tabs>
      </ErrorBoundary>
    </section>
  )
}

function ConsoleTabBody({ tab }: { readonly tab: ConsoleTab }) {
  switch (tab) {
    case 'wire':
      return <Wire />
    case 'webhooks':
      return (
        <EmptyState title="No webhook calls">
          <p>Push notifications that an agent sends to Parley will be listed here.</p>
        </EmptyState>
      )
    case 'findings':
      return (
        <EmptyState title="No findings">
          <p>Where an agent strays from its version of A2A, the place and the rule will be listed here.</p>
        </EmptyState>
      )
    case 'checks':
      return (
        <EmptyState title="No checks have run">
          <p>Conformance runs against an agent will report here.</p>
        </EmptyState>
      )
  }
}

function Wire() {
  const exchanges = useRecord((record) => record.exchanges())
  const selectedId = useSelection((selection) => selection.exchangeId)
  const selected = useRecord((record) => (selectedId ? record.exchange(selectedId) : undefined))
  if (exchanges.length === 0) {
    return (
      <EmptyState title="Nothing has crossed the wire">
        <p>
          Every request, answer, stream frame and webhook call is listed here as it happens, byte for byte.
        </p>
      </EmptyState>
    )
  }
  return (
    <Group orientation="horizontal">
      <Panel id="exchanges" minSize={260}>
        <ExchangeGrid exchanges={exchanges} />
      </Panel>
      {selected && <Separator className="separator" aria-label="Width of the detail" />}
      {selected && (
        <Panel id="exchange-detail" defaultSize="42%" minSize={240}>
          <ExchangeDetail key={selected.id} exchange={selected} />
        </Panel>
      )}
    </Group>
  )
}
