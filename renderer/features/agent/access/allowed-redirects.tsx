import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AllowedRedirect } from '#shared/contract/redirects.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'

interface AllowedRedirectsProps {
  readonly agentId: string
  readonly redirects: readonly AllowedRedirect[]
}

/** Redirects to other origins that are followed without a question. */
export function AllowedRedirects({ agentId, redirects }: AllowedRedirectsProps) {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const forget = useMutation({
    mutationFn: (redirect: AllowedRedirect) => client.access.forgetRedirect({ agentId, ...redirect }),
    onSuccess: () =>
      cache.invalidateQueries({ queryKey: queries.access.describe.key({ input: { agentId } }) }),
  })
  if (redirects.length === 0) return null
  return (
    <section className="origins" aria-label="Allowed redirects">
      <h3>Allowed redirects</h3>
      <ul>
        {redirects.map(({ from, to }) => (
          <li key={`${from} ${to}`} className="origin">
            <div className="origin-text">
              <p className="mono">
                <UntrustedText text={to} limit={300} />
              </p>
              <p className="field-hint">
                From <UntrustedText text={from} limit={300} />
              </p>
            </div>
            <Button
              aria-label={`Ask again before redirects to ${to}`}
              onClick={() => forget.mutate({ from, to })}
            >
              Ask again
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
