import { Contrast } from 'lucide-react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { SessionView } from '#shared/contract/sessions.ts'
import { AgentsPane, CardPane } from '../features/agent/index.ts'
import { ChatPane } from '../features/chat/index.ts'
import { ConsolePane } from '../features/console/index.ts'
import { TimelinePane } from '../features/timeline/index.ts'
import { LinkQuestion } from '../host/link-question.tsx'
import { useTheme } from '../state/theme.ts'
import { IconButton } from '../ui/button.tsx'
import { visibleString } from '../ui/visible-text.ts'
import { useFollowExchange } from './use-follow-exchange.ts'
import '../host/engine-gate.css'
import '../ui/pane.css'

interface PageShellProps {
  readonly session: SessionView
  readonly agents: number
}

export function PageShell({ session, agents }: PageShellProps) {
  const { name, note, firstAt, createdAt, partlyDeleted } = session
  const { shown, setTheme } = useTheme()
  useFollowExchange()
  const title = name || session.agents.map((agent) => agent.name).join(', ') || 'A session'
  return (
    <div className="window page">
      <header className="page-head">
        <h1 className="truncate">{visibleString(title)}</h1>
        <span className="muted num">{new Date(firstAt ?? createdAt).toLocaleString('en')}</span>
        {partlyDeleted && <span className="muted">Partly deleted</span>}
        {note !== '' && <span className="muted truncate">{visibleString(note)}</span>}
        <span className="spacer" />
        <span className="faint">Recorded with Parley</span>
        <IconButton
          label={shown === 'dark' ? 'Light theme' : 'Dark theme'}
          icon={<Contrast size={14} aria-hidden={true} />}
          onClick={() => setTheme(shown === 'dark' ? 'light' : 'dark')}
        />
      </header>
      <main className="shell">
        <Group orientation="horizontal">
          <Panel id="who" defaultSize={268} minSize={180} groupResizeBehavior="preserve-pixel-size">
            {agents > 1 ? (
              <Group orientation="vertical">
                <Panel id="agent-list" defaultSize="20%" minSize={84}>
                  <AgentsPane />
                </Panel>
                <Separator className="separator" aria-label="Height of the agents" />
                <Panel id="agent-card" minSize={120}>
                  <CardPane />
                </Panel>
              </Group>
            ) : (
              <CardPane />
            )}
          </Panel>
          <Separator className="separator" aria-label="Width of the card" />
          <Panel id="panes" minSize={480}>
            <Group orientation="vertical">
              <Panel id="talk" defaultSize="64%" minSize={200}>
                <Group orientation="horizontal">
                  <Panel id="chat" minSize={260}>
                    <ChatPane />
                  </Panel>
                  <Separator className="separator" aria-label="Width of the timeline" />
                  <Panel id="timeline" defaultSize="37%" minSize={200}>
                    <TimelinePane />
                  </Panel>
                </Group>
              </Panel>
              <Separator className="separator" aria-label="Height of the console" />
              <Panel id="console" minSize={120}>
                <ConsolePane />
              </Panel>
            </Group>
          </Panel>
        </Group>
      </main>
      <LinkQuestion />
    </div>
  )
}
