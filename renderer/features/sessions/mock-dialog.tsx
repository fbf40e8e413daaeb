import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type MockAgent, type MockPace, mockPaces } from '#shared/contract/mock-agents.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { queryClient } from '../../host/query-client.ts'
import { Button, CopyButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { Checkbox, SelectField } from '../../ui/field.tsx'
import { counted, joinDefined } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'

/** Makes a session answer as its agent did, for clients under test and demos without the agent. */
export function MockDialog({ session, onClose }: { readonly session: SessionView; onClose(): void }) {
  const { client, queries } = useLiveEngine()
  const served = useQuery(queries.mockAgents.list.queryOptions({ staleTime: 0 }), queryClient)
  const changed = () => queryClient.invalidateQueries({ queryKey: queries.mockAgents.key() })
  const [agentId, setAgentId] = useState(session.agents[0]?.id ?? '')
  const [pace, setPace] = useState<MockPace>('recorded')
  const [anywhere, setAnywhere] = useState(false)
  const start = useMutation(
    {
      mutationFn: () => client.mockAgents.start({ sessionId: session.id, agentId, pace, anywhere }),
      onSuccess: changed,
    },
    queryClient,
  )
  const stop = useMutation(
    { mutationFn: (address: string) => client.mockAgents.stop({ address }), onSuccess: changed },
    queryClient,
  )

  return (
    <Dialog
      title="Mock agent"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button primary disabled={agentId === '' || start.isPending} onClick={() => start.mutate()}>
            Serve
          </Button>
        </>
      }
    >
      <p>
        Answers on a port of this machine as the agent did in this recording: the same requests with the same
        events, over the same bindings. Requests that were not recorded get an error that says so. A client
        that registers a webhook as in this recording gets the recorded webhook calls.
      </p>
      <div className="field-row serve-choices">
        <SelectField
          label="Agent"
          options={session.agents.map(({ id }) => id)}
          value={agentId}
          nameOf={(id) => visibleString(session.agents.find((agent) => agent.id === id)?.name ?? '')}
          onChange={setAgentId}
        />
        <SelectField<MockPace>
          label="Speed"
          options={mockPaces}
          value={pace}
          nameOf={(each) => paceWords[each]}
          onChange={setPace}
        />
      </div>
      <Checkbox label="Allow webhooks to other hosts" checked={anywhere} onChange={setAnywhere} />
      <Problem error={start.error ?? stop.error} />
      {served.data && served.data.length > 0 && (
        <ul className="mt-14" aria-label="Served agents">
          {served.data.map((agent) => (
            <Served key={agent.address} agent={agent} onStop={() => stop.mutate(agent.address)} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Served({ agent, onStop }: { readonly agent: MockAgent; onStop(): void }) {
  const { name, address, calls, webhookCalls, anywhere, pace } = agent
  const facts = joinDefined(
    ' · ',
    counted(calls, 'call'),
    webhookCalls > 0 && counted(webhookCalls, 'webhook call'),
    paceWords[pace].toLowerCase(),
    anywhere && 'webhooks to any machine',
  )
  return (
    <li className="line gap-8 rule-above py-8">
      <span className="column fills">
        <strong className="truncate">{visibleString(name)}</strong>
        <span className="mono">{address}</span>
        <span className="faint">{facts}</span>
      </span>
      <CopyButton text={address} />
      <Button onClick={onStop}>Stop</Button>
    </li>
  )
}

const paceWords: Readonly<Record<MockPace, string>> = {
  recorded: 'As recorded',
  shortened: 'Skip idle time',
  'at-once': 'No delay',
}
