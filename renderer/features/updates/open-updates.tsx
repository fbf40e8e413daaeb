import { useMutation } from '@tanstack/react-query'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { UpdateStep, Updates } from '#shared/contract/updates.ts'
import { useLatest, useLiveEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { Switch } from '../../ui/field.tsx'
import { formatClock } from '../../ui/format.ts'

export function OpenUpdates({ onClose }: { readonly onClose: () => void }) {
  const { capabilities } = useLiveEngine()
  const updates = useUpdates()
  const actions = useUpdateActions()
  const { allow, ask, bring, install } = actions
  const { sentence, next } = updates?.possible ? shownOf(updates.step) : {}
  const problem = allow.error ?? ask.error ?? bring.error ?? install.error
  return (
    <Dialog
      title="Parley updates"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {next && (
            <Button primary onClick={() => actions[next.act].mutate()}>
              {next.name}
            </Button>
          )}
        </>
      }
    >
      <div className="column gap-10">
        <p>
          This is Parley <span className="mono">{capabilities.productVersion}</span>.
        </p>
        {updates && !updates.possible && (
          <p>It is updated the way it was installed: by your package manager, npm, or a newer download.</p>
        )}
        {updates?.possible && (
          <>
            <div className="line apart gap-16">
              <div>
                <p>Check for updates when Parley starts</p>
                <p className="dim">
                  Requests the latest version number from the releases page. Nothing else is sent.
                </p>
              </div>
              <Switch
                label="Check for updates when Parley starts"
                on={updates.allowed}
                onChange={() => allow.mutate(!updates.allowed)}
              />
            </div>
            <p role="status">{sentence}</p>
            {updates.step.kind === 'bringing' && (
              <progress className="full-width" aria-label="Download" max={100} value={updates.step.percent} />
            )}
          </>
        )}
        <Problem error={problem} />
      </div>
    </Dialog>
  )
}

interface Shown {
  readonly sentence: string
  /** The next action. */
  readonly next?: { readonly name: string; readonly act: 'ask' | 'bring' | 'install' }
}

const check = { name: 'Check now', act: 'ask' } as const

function shownOf(step: UpdateStep): Shown {
  switch (step.kind) {
    case 'idle':
      return { sentence: 'Not checked yet.', next: check }
    case 'asking':
      return { sentence: 'Checking…' }
    case 'newest':
      return { sentence: `This is the latest version, checked at ${formatClock(step.at)}.`, next: check }
    case 'newer':
      return {
        sentence: `Parley ${step.version} is available.`,
        next: { name: `Download ${step.version}`, act: 'bring' },
      }
    case 'bringing':
      return { sentence: `Downloading ${step.version}: ${step.percent} %.` }
    case 'brought':
      return {
        sentence: `Parley ${step.version} is downloaded. It is installed when you quit. To install it now, stop the recording and restart.`,
        next: { name: 'Restart now', act: 'install' },
      }
    case 'failed':
      return { sentence: `The update failed: ${step.message}`, next: check }
  }
}

/** Follows newer versions while it is shown. */
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
