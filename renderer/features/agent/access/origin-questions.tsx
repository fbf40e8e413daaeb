import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Access, OriginUse } from '#shared/contract/access.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useReadAgain } from '../use-discovery.ts'

const uses = {
  address: 'the address',
  card: 'the card',
  interface: 'the interfaces',
  token: 'tokens',
} as const

/** Whom the credentials may be sent to. Each origin is the user's to approve, and to take back. */
export function OriginQuestions({ agentId, access }: { readonly agentId: string; readonly access: Access }) {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const readAgain = useReadAgain()
  const approve = useMutation({
    mutationFn: (input: { readonly origin: string; readonly approved: boolean }) =>
      client.access.approve({ agentId, ...input }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) })
      readAgain.mutate(agentId)
    },
  })
  // Before anything is set there is nothing to send: the agent's own origin is approved with the first one.
  const sends = access.clientCertificate || access.signedIn || access.credentials.length > 0
  const origins = sends ? access.origins : access.origins.filter(({ uses }) => !uses.includes('address'))
  if (origins.length === 0) return null
  return (
    <section className="origins" aria-label="Origins that get the credentials">
      <h3>Sent to</h3>
      <ul>
        {origins.map((use) => (
          <OriginRow
            key={use.origin}
            use={use}
            onAnswer={(approved) => approve.mutate({ origin: use.origin, approved })}
          />
        ))}
      </ul>
      <Problem error={approve.error} />
    </section>
  )
}

interface OriginRowProps {
  readonly use: OriginUse
  onAnswer(approved: boolean): void
}

function OriginRow({ use, onAnswer }: OriginRowProps) {
  const { origin, approved, question } = use
  return (
    <li className={approved ? 'origin' : 'origin asks'}>
      <div className="origin-text">
        <p className="mono">
          {approved && <Check size={12} />} <UntrustedText text={origin} limit={300} />
        </p>
        <p className="field-hint">
          {approved
            ? `Approved, for ${use.uses.map((one) => uses[one]).join(', ') || 'nothing in use now'}`
            : question}
        </p>
      </div>
      <Button
        aria-label={`${approved ? 'Stop sending to' : 'Send there too:'} ${origin}`}
        onClick={() => onAnswer(!approved)}
      >
        {approved ? 'Stop' : 'Send there too'}
      </Button>
    </li>
  )
}
