import { useEngine } from '../../host/engine.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useSelectedAgent } from '../agent/index.ts'
import { AgentChecks } from './agent-checks.tsx'
import { RecordedChecks } from './recorded-checks.tsx'
import './checks.css'

/** Whether an agent keeps to A2A, tried out: of the agent that is selected, or of the session that is shown. */
export function ChecksTab() {
  const { recorded } = useEngine()
  const agent = useSelectedAgent()
  if (recorded) return <RecordedChecks sessionId={recorded.session.id} />
  if (!agent) {
    return (
      <EmptyState title="No agent selected">
        <p>Connect to an agent, and its conformance to A2A can be checked here.</p>
      </EmptyState>
    )
  }
  return <AgentChecks key={agent.id} agentId={agent.id} />
}
