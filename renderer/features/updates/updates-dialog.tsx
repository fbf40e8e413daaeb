import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { UpdateStep, Updates } from '#shared/contract/updates.ts'
import { useCommand } from '../../commands/commands.ts'
import { useLiveEngine } from '../../host/engine.tsx'
import { useLatest } from '../../host/use-latest.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatClock } from '../../ui/format.ts'
import { Problem } from '../../ui/problem.tsx'
import { Switch } from '../../ui/switch.tsx'
import './updates.css'

/** Opens by its command. */
export function UpdatesDialog() {
  const [open, setOpen] = useState(false)
  useCommand('app.updates', () => setOpen(true))
  return open ? <OpenDialog onClose={() => setOpen(false)} /> : null
}

function OpenDialog({ onClose }: { readonly onClose: () => void }) {
  const { capabilities } = useLiveEngine()
  const updates = useUpdates()
  const { allow, ask, bring, install } = useUpdateActions()
  const problem = allow.error ?? ask.error ?? bring.error ?? install.error
  return (
    <Dialog
      title="Parley updates"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {updates?.possible && <NextStep updates={updates} actions={{ ask, bring, install }} />}
        </>
      }
    >
      <div className="updates">
        <p>
          This is Parley <span className="mono">{capabilities.productVersion}</span>.
        </p>
        {updates && !updates.possible && (
          <p>It is updated the way it was installed: by your package manager, npm, or a newer download.</p>
        )}
        {updates?.possible && (
          <>
            <div className="updates-switch">
              <div>
                <p>Check for updates when Parley starts</p>
                <p className="muted">
                  Requests the latest version number from the releases page. Nothing else is sent.
                </p>
              </div>
              <Switch
                label="Check for updates when Parley starts"
                on={updates.allowed}
                onChange={() => allow.mutate(!updates.allowed)}
              />
            </div>
            <p role="status">{sentenceOf(updates.step)}</p>
            {updates.step.kind === 'bringing' && (
              <progress
                className="updates-progress"
                aria-label="Download"
                max={100}
                value={updates.step.percent}
              />
            )}
          </>
        )}
        <Problem error={problem} />
      </div>
    </Dialog>
  )
}

type Actions = Pick<ReturnType<typeof useUpdateActions>, 'ask' | 'bring' | 'install'>

function NextStep({ updates: { step }, actions }: { readonly updates: Updates; readonly actions: Actions }) {
  switch (step.kind) {
    case 'newer':
      return (
        <Button primary onClick={() => actions.bring.mutate()}>
          Download {step.version}
        </Button>
      )
    case 'brought':
      return (
        <Button primary onClick={() => actions.install.mutate()}>
          Restart now
        </Button>
      )
    case 'asking':
    case 'bringing':
      return null
    case 'idle':
    case 'newest':
    case 'failed':
      return (
        <Button primary onClick={() => actions.ask.mutate()}>
          Check now
        </Button>
      )
  }
}

function sentenceOf(step: UpdateStep): string {
  switch (step.kind) {
    case 'idle':
      return 'Not checked yet.'
    case 'asking':
      return 'Checking…'
    case 'newest':
      return `This is the latest version, checked at ${formatClock(step.at)}.`
    case 'newer':
      return `Parley ${step.version} is available.`
    case 'bringing':
      return `Downloading ${step.version}: ${step.percent} %.`
    case 'brought':
      return `Parley ${step.version} is downloaded. It is installed when you quit. To install it now, stop the recording and restart.`
    case 'failed':
      return `The update failed: ${step.message}`
  }
}

/** How it stands with newer versions, as long as somebody looks. */
function useUpdates(): Updates | undefined {
  return useLatest(useLiveEngine().client, follow)
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.updates.follow(undefined, options)

function useUpdateActions() {
  const { client } = useLiveEngine()
  return {
    allow: useMutation({ mutationFn: (allowed: boolean) => client.updates.allow({ allowed }) }),
    ask: useMutation({ mutationFn: () => client.updates.ask() }),
    bring: useMutation({ mutationFn: () => client.updates.bring() }),
    install: useMutation({ mutationFn: () => client.updates.install() }),
  }
}
