import { useMutation } from '@tanstack/react-query'
import type { SignedIn } from '#shared/contract/sign-in.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { Fact } from '../fact.tsx'
import { keptWords } from '../kept-words.ts'
import { useShowCurrent } from '../use-discovery.ts'
import { grantNames } from './grant-words.ts'

interface SignedInFactsProps {
  readonly agentId: string
  readonly signedIn: SignedIn
  readonly isRunning: boolean
  /** To one line. */
  readonly isFolded: boolean
}

/** Whose token it is, what it allows and until when. */
export function SignedInFacts({ agentId, signedIn, isRunning, isFolded }: SignedInFactsProps) {
  const { client, capabilities } = useEngine()
  const showCurrent = useShowCurrent()
  const refresh = useMutation({ mutationFn: () => client.signIn.refresh({ agentId }) })
  const signOut = useMutation({
    mutationFn: () => client.signIn.signOut({ agentId }),
    onSuccess: () => showCurrent(agentId),
  })
  const { account, server, scopes, way, clientId, expiresAt, refreshes, refreshProblem, claims } = signedIn
  const error = refresh.error ?? signOut.error
  return (
    <section className="signed-in mb-14 rule-below" aria-label="Signed in">
      <details open={!isFolded}>
        <summary>
          <UntrustedText text={account === undefined ? 'Signed in' : `Signed in as ${account}`} limit={200} />
        </summary>
        <div className="stack mt-8">
          <dl className="signed-in-facts">
            <Fact name="Account" value={account} limit={200} mono={false} />
            <Fact name="Server" value={server} limit={200} />
            <dt>Grant</dt>
            <dd>{grantNames[way.grant]}</dd>
            <Fact name="Client" value={clientId} limit={100} />
            <Fact name="Scopes" value={scopes.join(' ') || 'none'} limit={400} />
            <dt>Expires</dt>
            <dd>
              {expiresAt === undefined ? 'Not specified' : <Expiry at={expiresAt} />}
              {refreshes && <span className="muted">, refreshed before that</span>}
            </dd>
            <dt>Kept</dt>
            <dd className="signed-in-kept">{keptWords[capabilities.secretStore]}</dd>
          </dl>
          {refreshProblem !== undefined && (
            <p className="notice warning">
              <strong>The last refresh failed</strong>
              <UntrustedText text={refreshProblem} limit={600} />
            </p>
          )}
          <div className="flex gap-8">
            {refreshes && (
              <Button disabled={refresh.isPending || isRunning} onClick={() => refresh.mutate()}>
                Refresh now
              </Button>
            )}
            <Button disabled={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign out
            </Button>
          </div>
          <Problem error={error} />
          {claims.length > 0 && <Claims claims={claims} />}
        </div>
      </details>
    </section>
  )
}

function Claims({ claims }: Pick<SignedIn, 'claims'>) {
  return (
    <details className="signed-in-claims">
      <summary className="muted">Claims</summary>
      <table aria-label="Claims">
        <tbody>
          {claims.map(({ token, name, value }) => (
            <tr key={`${token} ${name}`}>
              <td className="muted">{token}</td>
              <td className="mono">
                <UntrustedText text={name} limit={100} />
              </td>
              <td className="mono">
                <UntrustedText text={value} limit={400} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Expiry({ at }: { readonly at: number }) {
  const now = useNow(true)
  const seconds = Math.ceil((at - now) / 1000)
  const when = new Date(at).toLocaleString('en')
  if (seconds <= 0) return <span title={when}>expired</span>
  return <span title={when}>in {wordsFor(seconds)}</span>
}

function wordsFor(seconds: number): string {
  if (seconds >= 2 * 86_400) return `${Math.floor(seconds / 86_400)} days`
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return seconds >= 60 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${seconds} s`
}
