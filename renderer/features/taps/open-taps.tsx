import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useClickGuard } from '../../ui/use-click-guard.ts'
import { TapForm } from './tap-form.tsx'
import { TapRow } from './tap-row.tsx'
import { detailEveryMs, useTapActions, useTaps } from './use-taps.ts'
import './taps.css'

interface OpenTapsProps {
  /** The one to scroll to. */
  readonly tapId: string | undefined
  onClose(): void
}

export function OpenTaps({ tapId, onClose }: OpenTapsProps) {
  const taps = useTaps(detailEveryMs)
  const actions = useTapActions()
  const { stop, remove, setFaults, setSignedCards, setWebhooks } = actions
  const changes = [stop, remove, setFaults, setSignedCards, setWebhooks]
  const failure = taps.error ?? changes.find(({ error }) => error)?.error
  return (
    <Dialog title="Taps" wide steady onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>
        A tap is an address on this machine that forwards to an agent. Point another agent or any client
        there, and its requests are recorded like those of Parley. A forward proxy does the same for all
        agents that a program calls over plain HTTP.
      </p>
      <TapForm {...actions} />
      <Problem error={failure} />
      {taps.data?.length === 0 && (
        <EmptyState title="No taps">
          <p>A tap keeps its port, also after a restart, until it is removed.</p>
        </EmptyState>
      )}
      <ul aria-label="Taps" {...useClickGuard()}>
        {taps.data?.map((tap) => (
          <TapRow key={tap.id} tap={tap} actions={actions} isShown={tap.id === tapId} />
        ))}
      </ul>
    </Dialog>
  )
}
