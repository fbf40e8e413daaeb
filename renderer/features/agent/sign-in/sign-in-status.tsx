import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SignedIn, SignInRun } from '#shared/contract/sign-in.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/field.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { useNow } from '../../../ui/hooks.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { Fact } from '../fact.tsx'
import { keptWords } from '../kept-words.ts'
import { useShowCurrent } from '../use-discovery.ts'
import { grantNames } from './grant-words.ts'

interface SignedInFactsProps {
  readonly agentId: string
  readonly signedIn: SignedIn
  readonly isRunning: boolean
  /** Collapsed to one line. */
  readonly isFolded: boolean
}

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
              {refreshes && <span className="dim">, refreshed before that</span>}
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
      <summary className="dim">Claims</summary>
      <table className="full-width mt-6 small" aria-label="Claims">
        <tbody>
          {claims.map(({ token, name, value }) => (
            <tr key={`${token} ${name}`}>
              <td className="dim">{token}</td>
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

// The user's step of a sign-in: in a browser, or on another device.

interface WaitingForProps {
  readonly agentId: string
  readonly run: SignInRun
}

export function WaitingFor({ agentId, run: { browser, device } }: WaitingForProps) {
  if (browser) return <InBrowser agentId={agentId} browser={browser} />
  return device ? <OnDevice device={device} /> : null
}

function InBrowser({
  agentId,
  browser,
}: {
  readonly agentId: string
  readonly browser: NonNullable<SignInRun['browser']>
}) {
  const { client } = useEngine()
  const [address, setAddress] = useState('')
  const finish = useMutation({ mutationFn: () => client.signIn.finish({ agentId, address }) })
  return (
    <div className="sign-in-waiting stack boxed py-12 px-12">
      <OpenButton url={browser.url} />
      <details open={!isThisMachine()}>
        <summary className="dim">The browser is on another machine</summary>
        <p className="field-hint">
          Sign in there. It ends at an address that begins with {browser.redirectUri} and can’t be opened.
          Copy it from the address bar.
        </p>
        <form
          className="field-row mt-8"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            finish.mutate()
          }}
        >
          <TextField
            label="Address the browser ended at"
            mono
            required
            value={address}
            onChange={setAddress}
          />
          <Button type="submit" disabled={finish.isPending}>
            Continue
          </Button>
        </form>
        <Problem error={finish.error} />
      </details>
    </div>
  )
}

function OnDevice({ device }: { readonly device: NonNullable<SignInRun['device']> }) {
  const now = useNow(true)
  const left = Math.max(0, device.expiresAt - now)
  return (
    <div className="sign-in-waiting stack boxed py-12 px-12">
      <p>
        Enter this code at{' '}
        <span className="mono">
          <UntrustedText text={device.url} limit={400} />
        </span>
        :
      </p>
      <p className="sign-in-code mono">
        <UntrustedText text={device.userCode} limit={100} />
      </p>
      <OpenButton url={device.completeUrl ?? device.url} />
      <p className="dim">The code expires in {formatDuration(Math.ceil(left / 1000) * 1000)}.</p>
    </div>
  )
}

/** Opens on a click: the address is that of the server named above. */
function OpenButton({ url }: { readonly url: string }) {
  const { client, capabilities } = useEngine()
  const open = useMutation({
    mutationFn: async () => {
      if (capabilities.opensLinks) await client.host.openLink({ url })
      else window.open(url, '_blank', 'noopener,noreferrer')
    },
  })
  return (
    <>
      <Button primary onClick={() => open.mutate()}>
        Open {new URL(url).host}
      </Button>
      <Problem error={open.error} />
    </>
  )
}

/** A redirect to 127.0.0.1 reaches the engine. */
function isThisMachine(): boolean {
  return location.protocol !== 'http:' || /^(127\.|localhost$|\[::1\]$)/.test(location.hostname)
}
