import { useEngine } from '../../../../host/engine.tsx'
import { closedRowMenu, problemKey, useRowMenu } from '../../../../state/row-menu.ts'
import { type SelectedProblem, useSelection } from '../../../../state/selection.ts'
import { ContextMenu, type MenuItem, PointedMenu } from '../../../../ui/menu.tsx'
import { copyForAgent } from '../../../requests/index.ts'
import { type Occurrence, textOf } from './use-occurrence.ts'

interface ProblemMenuProps {
  readonly problem: SelectedProblem
  readonly occurrence: Occurrence
  readonly isMuted: boolean
  toggleMuted(): void
}

/** What can be done with a problem, on its text and on the rows about it. */
export function ProblemMenu({ problem, occurrence, isMuted, toggleMuted }: ProblemMenuProps) {
  const { client, canAnnotate, canExport } = useEngine()
  const pointed = useRowMenu()
  const { at, entry, finding } = occurrence
  // Another occurrence is selected before it is read.
  if (!entry || !finding || entry.seq !== at?.seq) return null
  const { exchangeId, seq } = entry
  const copy = () => void copyForAgent(client, exchangeId, textOf(entry, finding, occurrence))
  const menu = {
    label: 'Problem',
    items: (): readonly MenuItem[] => [
      {
        label: 'Open request',
        run: () => useSelection.getState().selectExchange(exchangeId, seq, finding.pointer),
      },
      ...(canExport ? [{ label: 'Copy for a coding agent', run: copy }] : []),
      ...(canAnnotate ? [{ label: isMuted ? 'Unmute' : 'Mute', run: toggleMuted }] : []),
    ],
  }
  return (
    <>
      <ContextMenu {...menu} subject=".problem-text" />
      {pointed.subject === problemKey(problem) && (
        <PointedMenu
          {...menu}
          x={pointed.x}
          y={pointed.y}
          onClose={() => useRowMenu.setState(closedRowMenu)}
        />
      )}
    </>
  )
}
