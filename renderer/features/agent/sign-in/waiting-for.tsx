// What the user does meanwhile, elsewhere: in their browser, or on another device.

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SignInRun } from '#shared/contract/sign-in.ts'
import { useEngine } from '../../../host/engine.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { Problem } from '../../../ui/problem.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { useNow } from '../../../ui/use-now.ts'

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
        <summary className="muted">The browser is on another machine</summary>
        <p className="field-hint">
          Sign in there. It ends at an address that begins with {browser.redirectUri} and can’t be opened.
          Copy it from the address bar.
        </p>
        <form
          className="sign-in-paste flex at-end gap-8 mt-8"
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
      <p className="muted">The code expires in {formatDuration(Math.ceil(left / 1000) * 1000)}.</p>
    </div>
  )
}

/** Opening it is what was asked for: the address is that of the server named above. */
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
