import { memo } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useConsoleCounts } from '../../record/use-console-counts.ts'
import { type ConsoleTab, useConsole } from '../../state/console.ts'
import { useLayout } from '../../state/layout.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChecksTab, useCheckCommands } from '../checks/index.ts'
import { ScopeChoice } from '../sessions/index.ts'
import { useComposeCommand } from './compose/compose-button.tsx'
import { FindingsTab } from './findings/findings-tab.tsx'
import { SequenceTab } from './sequence/sequence-tab.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'
import { WireTab } from './wire-tab.tsx'

export function ConsolePane() {
  const { hasChecks } = useEngine()
  const { tab, setTab } = useConsole()
  const { exchanges, webhooks, findings } = useConsoleCounts()
  const { maximized, setMaximized } = useLayout()
  const full = maximized === 'console'
  const shown = tab === 'checks' && !hasChecks ? 'wire' : tab
  useCommand('webhooks.show', () => setTab('webhooks'))
  useCommand('sequence.show', () => setTab('sequence'))
  useComposeCommand()
  useCheckCommands()
  return (
    <section className={full ? 'pane maximized' : 'pane'} aria-label="Console">
      <ErrorBoundary name="Console">
        <Tabs
          name="Console"
          tabs={[
            { id: 'wire', name: 'Wire', count: exchanges },
            { id: 'webhooks', name: 'Webhooks', count: webhooks },
            { id: 'findings', name: 'Findings', count: findings },
            { id: 'sequence', name: 'Sequence' },
            ...(hasChecks ? [{ id: 'checks' as const, name: 'Checks' }] : []),
          ]}
          current={shown}
          onChange={setTab}
          actions={<ScopeChoice />}
          onHeadDoubleClick={() => setMaximized(full ? undefined : 'console')}
        >
          <ConsoleTabBody tab={shown} />
        </Tabs>
      </ErrorBoundary>
    </section>
  )
}

/** What is above it counts with every call that comes; below it the lists keep a pace of their own. */
const ConsoleTabBody = memo(function ConsoleTabBody({ tab }: { readonly tab: ConsoleTab }) {
  switch (tab) {
    case 'wire':
      return <WireTab />
    case 'webhooks':
      return <Webhooks />
    case 'findings':
      return <FindingsTab />
    case 'sequence':
      return <SequenceTab />
    case 'checks':
      return <ChecksTab />
  }
})
