import { maxPieceBytes } from '#shared/bounded.ts'
// Two exchanges side by side: what differs of the requests and of the answers. Ids and times, which any two calls have
// different, are folded away.

import { ArrowLeftRight, X } from 'lucide-react'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { messageOf } from '../../../host/message-of.ts'
import { useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import { formatBytes, formatClock, formatDuration, joinWords } from '../../../ui/format.ts'
import { bindingName, dialectName } from '../../agent/index.ts'
import { ExchangeStatus } from '../../requests/index.ts'
import { maxComparedFrames, useSide } from './use-side.ts'
import './compare.css'

export function ComparePane({ leftId, rightId }: { readonly leftId: string; readonly rightId: string }) {
  const left = useSide(leftId)
  const right = useSide(rightId)
  const { setCompareWith } = useConsole.getState()
  const problem = left.error ?? right.error

  function swap(): void {
    setCompareWith(rightId)
    useSelection.getState().selectExchange(leftId)
  }

  return (
    <section className="column full-height" aria-label="Two requests compared">
      <div className="pane-head">
        <h2>Compared</h2>
        <span className="spacer" />
        <IconButton label="Swap the sides" icon={<ArrowLeftRight size={14} />} onClick={swap} />
        <IconButton
          label="Close the comparison"
          icon={<X size={14} />}
          onClick={() => setCompareWith(undefined)}
        />
      </div>
      {problem && <p className="notice">{messageOf(problem)}</p>}
      {left.data && right.data && (
        <div className="compare-body fills scrolls py-10 px-12">
          <div className="compare-sides">
            <SideHead name="First" row={left.data.row} />
            <SideHead name="Second" row={right.data.row} />
          </div>
          {(left.data.part || right.data.part) && (
            <p className="muted mt-10 small">
              Compared are the first {maxComparedFrames} events and the first {formatBytes(maxPieceBytes)} of
              each body.
            </p>
          )}
          {(['meaning', 'request', 'answer', 'headers'] as const).map((part) => (
            <section key={part} aria-label={partNames[part]}>
              <h3>{partNames[part]}</h3>
              <DiffView
                name={`Differences of the ${part}`}
                before={left.data[part]}
                after={right.data[part]}
                foldsExpected
                words={{ removed: 'only first', added: 'only second' }}
              />
            </section>
          ))}
        </div>
      )}
    </section>
  )
}

const partNames = {
  meaning: 'Response, decoded',
  request: 'Request',
  answer: 'Response, as received',
  headers: 'Response headers',
} as const

function SideHead({ name, row }: { readonly name: string; readonly row: ExchangeRow }) {
  const way = joinWords(
    ' · ',
    row.dialect && dialectName(row.dialect),
    row.binding && bindingName(row.binding),
  )
  return (
    <div className="column shrinks boxed gap-2 small py-8 px-10">
      <span className="faint">{name}</span>
      <strong className="truncate">{row.label}</strong>
      <span className="muted">{way}</span>
      <ExchangeStatus exchange={row} />
      <span className="muted num">
        {formatClock(row.startedAt)} · {formatBytes(row.receivedBytes)}
        {row.endedMs !== undefined && ` · ${formatDuration(row.endedMs)}`}
      </span>
    </div>
  )
}
