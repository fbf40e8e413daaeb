import { useEffect, useRef, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import type { CardProblemKind, Discovery } from '#shared/contract/card.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { counted } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { useAgents, useRemoveAgents } from '../use-agent.ts'

// Agents checked at once; others wait in a queue.
const maxAtOnce = 4

/** Requests every agent's card, when the user starts it, and removes those without one. */
export function ClearAgentsDialog({ onClose }: { readonly onClose: () => void }) {
  const agents = useAgents().data ?? []
  const candidates = agents.filter(({ pasted, demo }) => !pasted && !demo)
  const check = useCheck()
  const { remove, isPending, error } = useRemoveAgents()
  const [spared, setSpared] = useState<ReadonlySet<string>>(new Set())
  const { dead, done, state } = check
  const leaving = dead.filter(({ agent }) => !spared.has(agent.id))

  return (
    <FormDialog
      title="Remove agents that don’t answer"
      submitLabel={state === 'done' ? 'Check again' : `Check ${counted(candidates.length, 'agent')}`}
      disabled={candidates.length === 0 || state === 'running' || isPending}
      error={error}
      // Not where "Check" was clicked: a removing button must not appear under the pointer.
      actions={
        state === 'done' &&
        leaving.length > 0 && (
          <Button
            disabled={isPending}
            onClick={() =>
              remove(
                leaving.map(({ agent }) => agent),
                onClose,
              )
            }
          >
            Remove {counted(leaving.length, 'agent')}
          </Button>
        )
      }
      onSubmit={() => check.run(candidates)}
      onClose={onClose}
    >
      <p className="dim" role="status">
        {state === 'idle' &&
          'This loads the card of each agent in the list. Nothing is removed until you confirm.'}
        {state === 'running' && `Checked ${done} of ${candidates.length}…`}
        {state === 'done' &&
          (dead.length === 0 ? 'All agents responded.' : `${counted(dead.length, 'agent')} without a card:`)}
      </p>
      <ul aria-label="Without a card">
        {dead.map(({ agent, reason }) => (
          <li key={agent.id} className="breaks py-6">
            <Checkbox
              label={`${visibleString(agent.name)}, ${visibleString(agent.address)}`}
              checked={!spared.has(agent.id)}
              onChange={(checked) => setSpared(toggled(spared, agent.id, !checked))}
            />
            <p className="field-hint">{visibleString(reason)}</p>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}

function useCheck() {
  const { client } = useEngine()
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [dead, setDead] = useState<readonly { readonly agent: Agent; readonly reason: string }[]>([])
  const [done, setDone] = useState(0)
  const stop = useRef(new AbortController())
  useEffect(() => () => stop.current.abort(), [])

  async function look(agent: Agent): Promise<void> {
    const { signal } = stop.current
    const reason = await client.card.discover({ agentId: agent.id }, { signal }).then(reasonOf, messageOf)
    if (signal.aborted) return
    setDone((now) => now + 1)
    if (reason !== undefined) setDead((now) => [...now, { agent, reason }])
  }

  async function run(agents: readonly Agent[]): Promise<void> {
    stop.current = new AbortController()
    setState('running')
    setDone(0)
    setDead([])
    const waiting = [...agents]
    const next = async (): Promise<void> => {
      const agent = waiting.shift()
      if (agent === undefined || stop.current.signal.aborted) return
      await look(agent)
      return next()
    }
    await Promise.all(Array.from({ length: maxAtOnce }, next))
    setState('done')
  }

  return { state, dead, done, run: (agents: readonly Agent[]) => void run(agents) }
}

/** No server, or no agent there. Any other answer may be temporary. */
const deadKinds: ReadonlySet<CardProblemKind> = new Set(['unreachable', 'timeout', 'not-found'])

function reasonOf(discovery: Discovery): string | undefined {
  return discovery.found || !deadKinds.has(discovery.problem.kind) ? undefined : discovery.reason
}

function toggled(set: ReadonlySet<string>, id: string, present: boolean): ReadonlySet<string> {
  const next = new Set(set)
  if (present) next.add(id)
  else next.delete(id)
  return next
}
