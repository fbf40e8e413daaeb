import { useMutation } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Access } from '#shared/contract/access.ts'
import type { AllowedRedirect } from '#shared/contract/redirects.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { joinWords } from '../../../ui/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useAccessChanged } from '../use-access.ts'
import { useReadAgain } from '../use-discovery.ts'

const uses = {
  address: 'the address',
  card: 'the card',
  interface: 'the interfaces',
  token: 'tokens',
} as const

/** Whom the credentials may be sent to. Each origin is the user's to approve, and to take back. */
export function OriginQuestions({ agentId, access }: { readonly agentId: string; readonly access: Access }) {
  const { client } = useEngine()
  const accessChanged = useAccessChanged(agentId)
  const readAgain = useReadAgain()
  const approve = useMutation({
    mutationFn: (input: { readonly origin: string; readonly approved: boolean }) =>
      client.access.approve({ agentId, ...input }),
    onSuccess: async () => {
      await accessChanged()
      readAgain.mutate(agentId)
    },
  })
  // Before anything is set there is nothing to send: the agent's own origin is approved with the first one.
  const sends = access.clientCertificate || access.signedIn || access.credentials.length > 0
  const origins = sends ? access.origins : access.origins.filter(({ uses }) => !uses.includes('address'))
  if (origins.length === 0) return null
  return (
    <section className="origins mt-16 rule-above pt-12" aria-label="Origins that get the credentials">
      <h3>Sent to</h3>
      <ul>
        {origins.map(({ origin, approved, question, uses: its }) => (
          <OriginRow
            key={origin}
            origin={
              <>
                {approved && <Check size={12} />} <UntrustedText text={origin} limit={300} />
              </>
            }
            hint={
              approved
                ? `Approved, for ${its.map((one) => uses[one]).join(', ') || 'nothing in use now'}`
                : question
            }
            asks={!approved}
            action={approved ? 'Stop' : 'Send there too'}
            label={`${approved ? 'Stop sending to' : 'Send there too:'} ${origin}`}
            onAction={() => approve.mutate({ origin, approved: !approved })}
          />
        ))}
      </ul>
      <Problem error={approve.error} />
    </section>
  )
}

interface AllowedRedirectsProps {
  readonly agentId: string
  readonly redirects: readonly AllowedRedirect[]
}

/** Redirects to other origins that are followed without a question. */
export function AllowedRedirects({ agentId, redirects }: AllowedRedirectsProps) {
  const { client } = useEngine()
  const forget = useMutation({
    mutationFn: (redirect: AllowedRedirect) => client.access.forgetRedirect({ agentId, ...redirect }),
    onSuccess: useAccessChanged(agentId),
  })
  if (redirects.length === 0) return null
  return (
    <section className="origins mt-16 rule-above pt-12" aria-label="Allowed redirects">
      <h3>Allowed redirects</h3>
      <ul>
        {redirects.map(({ from, to }) => (
          <OriginRow
            key={`${from} ${to}`}
            origin={<UntrustedText text={to} limit={300} />}
            hint={
              <>
                From <UntrustedText text={from} limit={300} />
              </>
            }
            action="Ask again"
            label={`Ask again before redirects to ${to}`}
            onAction={() => forget.mutate({ from, to })}
          />
        ))}
      </ul>
    </section>
  )
}

interface OriginRowProps {
  readonly origin: ReactNode
  readonly hint: ReactNode
  readonly asks?: boolean
  readonly action: string
  /** The accessible name of that. */
  readonly label: string
  onAction(): void
}

function OriginRow({ origin, hint, asks = false, action, label, onAction }: OriginRowProps) {
  return (
    <li className={joinWords(' ', 'origin line gap-10 py-6', asks && 'asks')}>
      <div className="fills">
        <p className="mono">{origin}</p>
        <p className="field-hint">{hint}</p>
      </div>
      <Button aria-label={label} onClick={onAction}>
        {action}
      </Button>
    </li>
  )
}
