import { memo } from 'react'
import type { ConsoleTab } from '#shared/contract/preferences.ts'
import { useExchange } from '../../record/use-exchange.ts'
import { useConsoleCounts } from '../../record/use-receiver.ts'
import { useAwaitingOther } from '../../state/comparison.ts'
import { useConsole } from '../../state/console.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { formatClock } from '../../ui/format.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { useEscape } from '../../ui/use-escape.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { ComposeButton } from '../requests/index.ts'
import { RecordingActions, ScopeChoice } from '../sessions/index.ts'
import { AgentScope, useAgentInScope } from './agent-scope.tsx'
import { FindingsTab } from './findings/findings-tab.tsx'
import { WireList } from './list/wire-list.tsx'
import { SequenceTab } from './sequence/sequence-tab.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

export function ConsolePane() {
  const { tab, setTab } = useConsole()
  const { exchanges, webhooks, findings } = useConsoleCounts(useAgentInScope())
  return (
    <section className="pane" aria-label="Console">
      <h2 className="visually-hidden">Console</h2>
      <ErrorBoundary name="Console">
        <Tabs
          name="Console"
          tabs={[
            { id: 'wire', name: 'Requests', count: exchanges },
            { id: 'webhooks', name: 'Webhooks', count: webhooks },
            { id: 'sequence', name: 'Sequence' },
            { id: 'findings', name: 'Problems', count: findings },
          ]}
          current={tab}
          onChange={setTab}
          actions={
            <>
              {tab === 'wire' && <AgentScope />}
              <ScopeChoice />
              <RecordingActions />
            </>
          }
        >
          <div className="column full-height">
            <AwaitingOther />
            <div className="fills">
              <ConsoleTabBody tab={tab} />
            </div>
          </div>
        </Tabs>
      </ErrorBoundary>
    </section>
  )
}

/** Separate from the tabs above it, which change with every call that arrives. */
const ConsoleTabBody = memo(function ConsoleTabBody({ tab }: { readonly tab: ConsoleTab }) {
  switch (tab) {
    case 'wire':
      return <WireList actions={<ComposeButton />} />
    case 'webhooks':
      return <Webhooks />
    case 'findings':
      return <FindingsTab />
    case 'sequence':
      return <SequenceTab />
  }
})

/** Shown above a list while a request waits for another to compare it with. */
function AwaitingOther() {
  const exchangeId = useAwaitingOther()
  const row = useExchange(exchangeId).data?.row
  const cancel = () => useConsole.getState().setCompareWith(undefined)
  useEscape(cancel, exchangeId !== undefined)
  if (exchangeId === undefined) return null
  return (
    <p className="list-note line gap-8">
      <span role="status" className="truncate">
        Select the request to compare{' '}
        {row ? <strong>{`${visibleString(row.label)} (${formatClock(row.startedAt)})`}</strong> : 'this one'}{' '}
        with.
      </span>
      <LinkButton className="rigid" onClick={cancel}>
        Cancel
      </LinkButton>
      <kbd>Esc</kbd>
    </p>
  )
}
