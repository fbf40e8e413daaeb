import { memo } from 'react'
import { useCommand } from '../../commands/commands.ts'
import { useEngine } from '../../host/engine.tsx'
import { useConsoleCounts } from '../../record/use-console-counts.ts'
import { type ConsoleTab, useConsole } from '../../state/console.ts'
import { useLayout } from '../../state/layout.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMaximized } from '../../ui/use-maximized.ts'
import { ChecksTab, useCheckCommands } from '../checks/index.ts'
import { ScopeChoice } from '../sessions/index.ts'
import { ComposeButton, useComposeCommand } from './compose/compose-button.tsx'
import { FindingsTab } from './findings/findings-tab.tsx'
import { WireList } from './list/wire-list.tsx'
import { SequenceTab } from './sequence/sequence-tab.tsx'
import { Webhooks } from './webhooks/webhooks.tsx'

export function ConsolePane() {
  const { hasChecks } = useEngine()
  const { tab, setTab } = useConsole()
  const { exchanges, webhooks, findings } = useConsoleCounts()
  const [isMaximized, turn] = useMaximized('console')
  const inspector = useLayout(({ panes }) => panes.inspector)
  const shown = tab === 'checks' && !hasChecks ? 'wire' : tab
  useCommand('webhooks.show', () => setTab('webhooks'))
  useCommand('sequence.show', () => setTab('sequence'))
  useComposeCommand()
  useCheckCommands()
  return (
    <section
      className={isMaximized ? 'pane maximized' : 'pane'}
      // What is selected in it stays beside it.
      style={isMaximized && inspector.visible ? { right: inspector.sizePx } : {}}
      aria-label="Console"
    >
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
          onHeadDoubleClick={turn}
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
      return <WireList actions={<ComposeButton />} />
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
