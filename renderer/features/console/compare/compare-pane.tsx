// Two exchanges side by side: what differs of the texts of both answers, of the JSON and of the headers. Ids and times, which any two
// calls have different, are folded away.

import { ArrowLeftRight, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { maxPieceBytes } from '#shared/bounded.ts'
import { shorten } from '#shared/shorten.ts'
import { messageOf } from '../../../host/message-of.ts'
import { useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import { differingLines, pairTexts } from '../../../ui/diff/paired-texts.ts'
import { PairedTextsDiff } from '../../../ui/diff/paired-texts-diff.tsx'
import { counted, formatBytes, formatClock, formatDuration, joinWords } from '../../../ui/format.ts'
import { Segments } from '../../../ui/segments.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { bindingName, dialectName } from '../../agent/index.ts'
import { ExchangeStatus } from '../../requests/index.ts'
import { maxComparedFrames, type Side, useSide } from './use-side.ts'
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
        <h2>Compare 2 requests</h2>
        <span className="spacer" />
        <IconButton label="Swap the sides" icon={<ArrowLeftRight size={14} />} onClick={swap} />
        <IconButton
          label="Close the comparison"
          icon={<X size={14} />}
          onClick={() => setCompareWith(undefined)}
        />
      </div>
      {problem && <p className="notice">{messageOf(problem)}</p>}
      {left.data && right.data && <Compared left={left.data} right={right.data} />}
    </section>
  )
}

const views = ['text', 'json', 'headers'] as const
type View = (typeof views)[number]
const viewNames = { text: 'Text', json: 'JSON', headers: 'Headers' }

function Compared({ left, right }: { readonly left: Side; readonly right: Side }) {
  const pairs = useMemo(() => pairTexts(left.texts, right.texts), [left, right])
  const [chosen, setChosen] = useState<View>()
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  // Of what is no answer to a message, there are no texts.
  const view = chosen ?? (pairs.length > 0 ? 'text' : 'json')
  const lines = differingLines(pairs)
  return (
    <div className="compare-body fills scrolls py-10 px-12">
      <div className="compare-sides">
        <SideHead name="First" side={left} />
        <SideHead name="Second" side={right} />
      </div>
      <div className="line wraps gap-12 mt-10">
        <Segments<View>
          label="Compared by"
          options={views}
          value={view}
          nameOf={(each) => viewNames[each]}
          onChange={setChosen}
        />
        {view === 'text' && pairs.length > 0 && (
          <>
            <Checkbox label="Only differences" checked={onlyDifferences} onChange={setOnlyDifferences} />
            <span className="muted small" role="status">
              {lines === 0
                ? 'No differences'
                : `${counted(lines, 'line')} ${lines === 1 ? 'differs' : 'differ'}`}
            </span>
          </>
        )}
      </div>
      {(left.part || right.part) && (
        <p className="muted mt-10 small">
          Compared are the first {maxComparedFrames} events and the first {formatBytes(maxPieceBytes)} of each
          body.
        </p>
      )}
      {view === 'text' && pairs.length === 0 && <p className="muted mt-10">Neither answer has a text.</p>}
      {view === 'text' && <PairedTextsDiff pairs={pairs} onlyDifferences={onlyDifferences} />}
      {partsOfView[view].map((part) => (
        <section key={part} aria-label={partNames[part]}>
          <h3>{partNames[part]}</h3>
          <DiffView
            name={`Differences of the ${part}`}
            before={left[part]}
            after={right[part]}
            foldsExpected
            words={{ removed: 'only first', added: 'only second' }}
          />
        </section>
      ))}
    </div>
  )
}

const partsOfView = {
  text: [],
  json: ['meaning', 'request', 'answer'],
  headers: ['headers'],
} as const

const partNames = {
  meaning: 'Response, decoded',
  request: 'Request',
  answer: 'Response, as received',
  headers: 'Response headers',
} as const

function SideHead({ name, side: { row, sentText } }: { readonly name: string; readonly side: Side }) {
  const way = joinWords(
    ' · ',
    row.dialect && dialectName(row.dialect),
    row.binding && bindingName(row.binding),
  )
  return (
    <div className="column shrinks boxed gap-2 small py-8 px-10">
      <span className="faint">{name}</span>
      <strong className="truncate">{sentText ? visibleString(shorten(sentText)) : row.label}</strong>
      <span className="muted truncate">{joinWords(' · ', sentText && row.label, way)}</span>
      <ExchangeStatus exchange={row} />
      <span className="muted num">
        {formatClock(row.startedAt)} · {row.frames > 0 && `${counted(row.frames, 'event')} · `}
        {formatBytes(row.receivedBytes)}
        {row.endedMs !== undefined && ` · ${formatDuration(row.endedMs)}`}
      </span>
    </div>
  )
}
