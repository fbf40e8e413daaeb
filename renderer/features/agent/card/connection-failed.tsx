import { useEffect, useState } from 'react'
import type { Agent } from '#shared/contract/agents.ts'
import { shorten } from '#shared/shorten.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useOpenDialog } from '../open-dialog.ts'
import { useConnect } from '../use-agent.ts'
import { failedAttempt, type NoCard, useAccess, useDiscovery, useReadAgain } from '../use-discovery.ts'
import { Attempts, triedTitle } from './attempts.tsx'
import './card.css'

interface ConnectionFailedProps {
  readonly agent: Agent
  readonly discovery: NoCard
  /** A conversation is below it. */
  readonly above?: boolean
}

export function ConnectionFailed({ agent, discovery, above = false }: ConnectionFailedProps) {
  const { attempts } = discovery
  return (
    <section
      className={above ? 'connection-failed rigid scrolls rule-below' : 'fills scrolls'}
      aria-label="Couldn’t connect"
    >
      <EmptyState title="Couldn’t connect">
        <FailureReason discovery={discovery} />
        <FailureActions agent={agent} discovery={discovery} />
        {discovery.problem.notListening && <ServerAwaited key={attempts[0]?.exchangeId} agentId={agent.id} />}
        {attempts.length > 0 && (
          <div>
            <h4 className="dim small">{triedTitle(attempts)}</h4>
            <Attempts attempts={attempts} />
          </div>
        )}
      </EmptyState>
    </section>
  )
}

function FailureReason({ discovery: { reason, problem } }: Pick<ConnectionFailedProps, 'discovery'>) {
  return (
    <div className="notice" role="alert">
      <UntrustedText text={reason} />
      {problem.challenge !== undefined && !reason.includes(problem.challenge) && (
        <span className="mono">
          <UntrustedText text={problem.challenge} limit={400} />
        </span>
      )}
    </div>
  )
}

/** Connects once a server listens there, while this is shown. */
function ServerAwaited({ agentId }: { readonly agentId: string }) {
  const { client } = useEngine()
  const { mutate: readAgain } = useReadAgain()
  const [isAwaited, setIsAwaited] = useState(true)
  useEffect(() => {
    const stop = new AbortController()
    const connectOnce = async () => {
      const { listening } = await client.card.awaitServer({ agentId }, { signal: stop.signal })
      if (stop.signal.aborted) return
      setIsAwaited(false)
      if (listening) readAgain(agentId)
    }
    connectOnce().catch(() => setIsAwaited(false))
    return () => stop.abort()
  }, [client, agentId, readAgain])
  return isAwaited ? <p className="dim small">Parley connects as soon as a server listens there.</p> : null
}

function FailureActions({ agent, discovery }: ConnectionFailedProps) {
  const { kind, instead } = discovery.problem
  const { show } = useOpenDialog.getState()
  const connect = useConnect()
  const readAgain = useReadAgain()
  const isReading = useDiscovery().isFetching
  const canSignIn = (useAccess(agent.id).data?.signIns.length ?? 0) > 0
  const wantsAccess = kind === 'needs-credentials' || kind === 'forbidden' || kind === 'login'
  const attempt = failedAttempt(discovery)
  return (
    <div className="flex wraps gap-6">
      {instead !== undefined && (
        <Button primary disabled={connect.isPending} onClick={() => connect.mutate(instead)}>
          <span className="truncate">Use {shorten(instead)}</span>
        </Button>
      )}
      {wantsAccess && (
        <Button primary onClick={() => show('access')}>
          Set access
        </Button>
      )}
      {canSignIn && <Button onClick={() => show('sign-in')}>Sign in…</Button>}
      <Button
        primary={instead === undefined && !wantsAccess}
        disabled={isReading}
        onClick={() => readAgain.mutate(agent.id)}
      >
        Retry
      </Button>
      <Button onClick={() => runCommand('address.focus')}>Edit address</Button>
      {(kind === 'unreachable' || kind === 'timeout') && (
        <Button onClick={() => show('network')}>Connection settings</Button>
      )}
      {attempt?.status !== undefined && (
        <Button className="on-the-wire" onClick={() => showOnWire(attempt.exchangeId)}>
          Show raw response
        </Button>
      )}
      <Button onClick={() => show('add-card')}>Open card file…</Button>
    </div>
  )
}
