// An exchange as tabs of the inspector. What is selected elsewhere (an event of the timeline, a finding) opens at its place.

import { type ReactNode, useMemo } from 'react'
import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type { Entry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useEntry } from '../../../record/use-entry.ts'
import { useSelection } from '../../../state/selection.ts'
import type { Tab } from '../../../ui/tab.ts'
import { SpansTab } from '../../spans/index.ts'
import { type ExchangeParts, exchangePartsOf } from '../exchange-parts.ts'
import { RequestBody, ResponseBody } from './body-panes.tsx'
import { findingsTab } from './detail-frame.tsx'
import { ExchangeFindings } from './exchange-findings.tsx'
import { FrameGrid } from './frame-grid.tsx'
import { HeadsView } from './heads-view.tsx'
import { TimingView } from './timing-view.tsx'
import { useFrames } from './use-frames.ts'

export type ExchangeTabId = 'headers' | 'request' | 'response' | 'events' | 'timing' | 'spans' | 'findings'

export function exchangeTabs(answer: ExchangeDetailAnswer): readonly Tab<ExchangeTabId>[] {
  const { row } = answer
  const { close } = exchangePartsOf(answer)
  // All of a stream is its events, unless more than these was received.
  const hasResponse = row.frames === 0 || close?.body || close?.leftover
  return [
    ...(row.frames > 0 ? [{ id: 'events', name: 'Events', count: row.frames - row.comments } as const] : []),
    { id: 'request', name: 'Request' },
    ...(hasResponse ? [{ id: 'response', name: 'Response' } as const] : []),
    { id: 'headers', name: 'Headers' },
    { id: 'timing', name: 'Timing' },
    ...(row.traceId === undefined ? [] : [{ id: 'spans', name: 'Spans' } as const]),
    ...findingsTab(row),
  ]
}

export function firstExchangeTab(answer: ExchangeDetailAnswer): ExchangeTabId {
  const { close, webhook } = exchangePartsOf(answer)
  if (webhook) return 'request'
  if (answer.row.frames > 0) return 'events'
  return (close?.body ?? close?.leftover)?.sizeBytes ? 'response' : 'headers'
}

export interface ExchangeJump {
  readonly tab: ExchangeTabId
  readonly frame?: { readonly index: number }
  readonly place?: { readonly pointer: string }
}

/** Where the selected entry of an exchange is shown. */
export function useExchangeJump(exchangeId: string): ExchangeJump | undefined {
  const entrySeq = useSelection((selection) =>
    selection.exchangeId === exchangeId ? selection.entrySeq : undefined,
  )
  const pointer = useSelection((selection) => selection.pointer)
  const entry = useEntry(exchangeId, entrySeq)
  return useMemo(() => entry && jumpTo(entry, pointer), [entry, pointer])
}

interface ExchangeTabProps {
  readonly answer: ExchangeDetailAnswer
  readonly tab: ExchangeTabId
  readonly jump: ExchangeJump | undefined
  /** The key of the task that it is shown with. */
  readonly taskId: string | undefined
  /** Of its task, for the times. */
  readonly figures: ReactNode
  onJump(jump: ExchangeJump): void
}

export function ExchangeTab({ answer, tab, jump, taskId, figures, onJump }: ExchangeTabProps) {
  const { row } = answer
  const parts = exchangePartsOf(answer)
  switch (tab) {
    case 'headers':
      return <HeadsView row={row} parts={parts} />
    case 'request':
      return <RequestBody parts={parts} reveal={jump?.place} />
    case 'response':
      return <ResponseBody row={row} parts={parts} reveal={jump?.place} />
    case 'events':
      return <Frames row={row} parts={parts} jump={jump} />
    case 'timing':
      return <TimingView row={row} parts={parts} figures={figures} />
    case 'spans':
      return <SpansTab exchange={row} taskId={taskId} />
    case 'findings':
      return (
        <ExchangeFindings
          row={row}
          onJump={(entry, { pointer }) => {
            useSelection.getState().selectExchange(row.id, entry.seq, pointer)
            onJump(jumpTo(entry, pointer))
          }}
        />
      )
  }
}

interface TabProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
}

function Frames({ row, parts, jump }: TabProps & Pick<ExchangeTabProps, 'jump'>) {
  const frames = useFrames(row)
  return <FrameGrid row={row} parts={parts} frames={frames} reveal={jump?.frame} pointer={jump?.place} />
}

function jumpTo(entry: Entry, pointer: string | undefined): ExchangeJump {
  const place = pointer === undefined ? {} : { place: { pointer } }
  switch (entry.kind) {
    case 'frame':
      return { tab: 'events', frame: { index: entry.index }, ...place }
    case 'request':
    case 'webhook':
      return { tab: 'request', ...place }
    case 'end':
    case 'failure':
      return { tab: entry.body || entry.leftover ? 'response' : 'headers', ...place }
    case 'response':
    case 'redirect':
    case 'note':
      return { tab: 'headers' }
  }
}
