import { create } from 'zustand'
import type { Tap } from '#shared/contract/taps.ts'
import { useCommand } from '../../commands/commands.ts'
import { useLayout } from '../../state/layout.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { counted, joinDefined } from '../../ui/format.ts'
import { lateDialog } from '../../ui/lazy-part.tsx'
import { SideSection, walkSideList } from '../../ui/side-section.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { listEveryMs, useFoundAgents, useTaps } from './use-taps.ts'

const OpenTaps = lateDialog('Taps', () => import('./open-taps.tsx').then((module) => module.OpenTaps))

const useTapsDialog = create<TapsDialogState>((set) => ({
  isOpen: false,
  tapId: undefined,
  show: (tapId) => set({ isOpen: true, tapId }),
  close: () => set({ isOpen: false }),
}))

export function TapsSection() {
  const isOpen = useLayout(({ unfolded }) => unfolded.includes('taps'))
  const { data: taps = [], error } = useTaps(isOpen && listEveryMs)
  const listening = taps.filter(({ state }) => state === 'listening').length
  return (
    <SideSection id="taps" name="Taps" count={listening > 0 ? `${listening} listening` : taps.length}>
      <Problem error={error} />
      <div className="side-tools line small">
        <LinkButton onClick={() => useTapsDialog.getState().show()}>Add tap…</LinkButton>
      </div>
      <ul className="side-list" aria-label="Taps">
        {taps.map((tap) => (
          <TapItem key={tap.id} tap={tap} />
        ))}
      </ul>
    </SideSection>
  )
}

function TapItem({ tap: { id, name, state, port, calls, problem } }: { readonly tap: Tap }) {
  const isListening = state === 'listening'
  return (
    <li className="side-row">
      <button
        type="button"
        className="side-pick column gap-1 full-width"
        title={problem && visibleString(problem)}
        onKeyDown={walkSideList}
        onClick={() => useTapsDialog.getState().show(id)}
      >
        <span className="line gap-6 full-width">
          <span className={isListening ? 'dot on' : 'dot'} aria-hidden={true} />
          <bdi className="truncate">{visibleString(name)}</bdi>
          <span className="spacer" />
          <span className="faint mono small">{port}</span>
        </span>
        <span className={problem === undefined ? 'small faint' : 'small tone-bad'}>
          {joinDefined(
            ' · ',
            problem === undefined ? state : 'couldn’t start',
            calls > 0 && counted(calls, 'request'),
          )}
        </span>
      </button>
    </li>
  )
}

interface TapsDialogState {
  readonly isOpen: boolean
  /** The one to scroll to. */
  readonly tapId: string | undefined
  show(tapId?: string): void
  close(): void
}

export function TapsDialog() {
  const { isOpen, tapId, show, close } = useTapsDialog()
  useFoundAgents()
  useCommand('agent.tap', () => show())
  return isOpen ? <OpenTaps tapId={tapId} onClose={close} /> : null
}
