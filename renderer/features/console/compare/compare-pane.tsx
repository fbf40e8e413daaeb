// Compares two exchanges: the texts of both answers, JSON, headers and times.

import { ArrowLeftRight } from 'lucide-react'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { maxPieceBytes } from '#shared/bounded.ts'
import { jsonText } from '#shared/diff/json-changes.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { shorten } from '#shared/shorten.ts'
import type { NamedText } from '#shared/story/part-words.ts'
import { useConsole } from '../../../state/console.ts'
import { useSelection } from '../../../state/selection.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { differingLines, type PairedText, pairTexts } from '../../../ui/diff/paired-texts.ts'
import { PairedTextsDiff } from '../../../ui/diff/text-diff.tsx'
import { Problem } from '../../../ui/feedback.tsx'
import { Checkbox, Segments } from '../../../ui/field.tsx'
import { counted, formatBytes, formatClock, formatDuration, joinDefined } from '../../../ui/format.ts'
import { InspectorPane } from '../../../ui/pane.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { bindingName, dialectName } from '../../agent/index.ts'
import { ExchangeStatus } from '../../requests/index.ts'
import { compareFigures, TimingDiff } from './compare-timing.tsx'
import { maxComparedFrames, type Side, useSide } from './use-side.ts'
import '../console.css'

export function ComparePane({ leftId, rightId }: { readonly leftId: string; readonly rightId: string }) {
  const left = useSide(leftId)
  const right = useSide(rightId)
  const { setCompareWith } = useConsole.getState()

  function swap(): void {
    setCompareWith(rightId)
    useSelection.getState().selectExchange(leftId)
  }

  return (
    <InspectorPane
      name="Two requests compared"
      title={<h2>Compare 2 requests</h2>}
      actions={
        <>
          <Button aria-label="Swap the sides" onClick={swap}>
            <ArrowLeftRight size={13} /> Swap
          </Button>
          <Button aria-label="Close the comparison" onClick={() => setCompareWith(undefined)}>
            Close
          </Button>
        </>
      }
    >
      <Problem error={left.error ?? right.error} />
      {left.data && right.data && <Compared left={left.data} right={right.data} />}
    </InspectorPane>
  )
}

const views = ['text', 'json', 'headers', 'timing'] as const
type View = (typeof views)[number]
const viewNames = { text: 'Text', json: 'JSON', headers: 'Headers', timing: 'Timing' }

function Compared({ left, right }: Sides) {
  // Only answers to messages have texts.
  const hasTexts = left.texts.length > 0 || right.texts.length > 0
  const [view, setView] = useState<View>(hasTexts ? 'text' : 'json')
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  const shown = { left, right, onlyDifferences, setOnlyDifferences }
  const bar = (
    <Segments<View>
      label="Compared by"
      options={views}
      value={view}
      nameOf={(each) => viewNames[each]}
      onChange={setView}
    />
  )
  return (
    <div className="compare-body fills scrolls">
      <div className="compare-sides py-10 px-12 rule-below">
        <SideHead name="First" side={left} />
        <SideHead name="Second" side={right} />
      </div>
      {(left.part || right.part) && (
        <p className="dim py-6 px-12 rule-below small">
          Compared are the first {maxComparedFrames} events and the first {formatBytes(maxPieceBytes)} of each
          body.
        </p>
      )}
      {view === 'timing' ? (
        <ByFigures {...shown} bar={bar} />
      ) : (
        <ByTexts key={view} {...shown} bar={bar} view={view} />
      )}
    </div>
  )
}

interface Sides {
  readonly left: Side
  readonly right: Side
}

interface ComparedByProps extends Sides, Pick<CompareBarProps, 'onlyDifferences' | 'setOnlyDifferences'> {
  readonly bar: ReactNode
}

function ByFigures({ left, right, bar, ...only }: ComparedByProps) {
  const compared = compareFigures(left, right)
  const count = compared.filter(({ difference }) => difference !== undefined).length
  return (
    <>
      <CompareBar {...only} summary={differing(count, 'figure')}>
        {bar}
      </CompareBar>
      <div className="py-10 px-12">
        <TimingDiff compared={compared} onlyDifferences={only.onlyDifferences} />
      </div>
    </>
  )
}

function ByTexts({ left, right, bar, view, ...only }: ComparedByProps & { readonly view: TextView }) {
  const [showsIds, setShowsIds] = useState(false)
  const folded = useMemo(() => compareTexts(view, left, right, true), [view, left, right])
  const whole = useMemo(
    () => (view === 'json' ? compareTexts(view, left, right, false) : folded),
    [view, left, right, folded],
  )
  const { pairs, lines } = showsIds ? whole : folded
  const hasIds = whole.lines > folded.lines
  return (
    <>
      <CompareBar
        {...only}
        summary={differing(lines, 'line', hasIds && !showsIds ? ' except ids and times' : '')}
      >
        {bar}
      </CompareBar>
      <div>
        {hasIds && (
          <p className="mt-10 px-12 small">
            <LinkButton aria-expanded={showsIds} onClick={() => setShowsIds(!showsIds)}>
              {showsIds ? 'Hide ids and times' : 'Show ids and times that differ too'}
            </LinkButton>
          </p>
        )}
        {pairs.length === 0 && <p className="dim mt-10 px-12">Neither answer has a text.</p>}
        <PairedTextsDiff pairs={pairs} onlyDifferences={only.onlyDifferences} />
      </div>
    </>
  )
}

function differing(count: number, what: string, except = ''): string {
  return count === 0
    ? `No differences${except}`
    : `${counted(count, what)} ${count === 1 ? 'differs' : 'differ'}`
}

interface CompareBarProps {
  /** Number of differences. */
  readonly summary: string
  readonly onlyDifferences: boolean
  setOnlyDifferences(only: boolean): void
  readonly children: ReactNode
}

function CompareBar({ summary, onlyDifferences, setOnlyDifferences, children }: CompareBarProps) {
  return (
    <div className="line wraps gap-12 py-6 px-12 rule-below">
      {children}
      <Checkbox label="Only differences" checked={onlyDifferences} onChange={setOnlyDifferences} />
      <span className="dim small to-end" role="status">
        {summary}
      </span>
    </div>
  )
}

function SideHead({ name, side: { row, sentText } }: { readonly name: string; readonly side: Side }) {
  const way = joinDefined(
    ' · ',
    row.dialect && dialectName(row.dialect),
    row.binding && bindingName(row.binding),
  )
  const facts = [
    formatClock(row.startedAt),
    ...(row.frames > 0 ? [counted(row.frames, 'event')] : []),
    formatBytes(row.receivedBytes),
    ...(row.endedMs === undefined ? [] : [formatDuration(row.endedMs)]),
  ]
  return (
    <div className="column shrinks boxed gap-2 small py-8 px-10">
      <span className="faint">{name}</span>
      <strong className="truncate">{sentText ? visibleString(shorten(sentText)) : row.label}</strong>
      <span className="dim truncate">{joinDefined(' · ', sentText && row.label, way)}</span>
      <ExchangeStatus exchange={row} />
      <span className="dim num">
        {facts.map((fact, index) => (
          <Fragment key={fact}>
            <span className="nowrap">
              {fact}
              {index < facts.length - 1 && ' ·'}
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </div>
  )
}

// Two sides as named texts, for each view with lines.

type TextView = 'text' | 'json' | 'headers'

interface ComparedTexts {
  readonly pairs: readonly PairedText[]
  /** Lines that differ. */
  readonly lines: number
}

function compareTexts(view: TextView, left: Side, right: Side, foldsIds: boolean): ComparedTexts {
  const pairs = pairTexts(textsOf(view, left, foldsIds), textsOf(view, right, foldsIds))
  return { pairs, lines: differingLines(pairs) }
}

function textsOf(view: TextView, side: Side, foldsIds: boolean): readonly NamedText[] {
  switch (view) {
    case 'text':
      return side.texts
    case 'json': {
      const documents = {
        'Response, decoded': side.meaning,
        Request: side.request,
        'Response, as received': side.answer,
      }
      return Object.entries(documents).flatMap(([name, value]) =>
        value === null ? [] : [{ name, text: jsonText(value, foldsIds) }],
      )
    }
    case 'headers':
      return [
        { name: 'Request headers', text: headerLines(side.requestHeaders) },
        { name: 'Response headers', text: headerLines(side.responseHeaders) },
      ]
  }
}

/** In one spelling and order of names, which do not matter in headers. */
function headerLines(headers: RawHeaders): string {
  return headers
    .map(([name, value]) => `${name.toLowerCase()}: ${value}\n`)
    .toSorted()
    .join('')
}
