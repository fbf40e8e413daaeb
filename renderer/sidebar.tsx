import { AgentsPane } from './features/agent/index.ts'
import { ConversationList } from './features/chat/index.ts'
import { RecordingsSection } from './features/sessions/index.ts'
import { TapsSection } from './features/taps/index.ts'

/** Agents with their conversations; what is folded below them takes no room from them. */
export function Sidebar() {
  return (
    <div className="sidebar column full-height">
      <AgentsPane below={({ id }) => <ConversationList key={id} agentId={id} />} />
      <RecordingsSection />
      <TapsSection />
    </div>
  )
}
