import { useState } from 'react'
import { Group, Panel, Separator } from 'react-resizable-panels'
import type { FrameEntry, RequestEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { useSelection } from '../../../state/selection.ts'
import { formatBytes, formatDuration, formatOffset } from '../../../ui/format.ts'
import { SeverityMark } from '../../../ui/severity-mark.tsx'
import { StateMark } from '../../../ui/state-mark.tsx'
import { useWidth } from '../../../ui/use-width.ts'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { BodyView } from './body/body-view.tsx'
import { closeReason } from './close-reason.ts'
import { decodeAnswer } from './decode-body.ts'
import type { ExchangeParts } from './exchange-parts.ts'
import { marksOf } from './finding-marks.ts'
import { type FrameKind, frameKindOf } from './frame-kind.ts'
import type { Frames } from './use-frames.ts'

const columns = [
  { id: 'number', name: '#', width: '44px', from: 0 },
  { id: 'time', name: 'Time', width: '62px', from: 0 },
  { id: 'gap', name: 'Gap', width: '54px', from: 420 },
  { id: 'size', name: 'Size', width: '56px', from: 340 },
  { id: 'event', name: 'Event and id', width: '84px', from: 760 },
  { id: 'kind', name: 'Kind', width: 'minmax(96px, 0.5fr)', from: 0 },
  { id: 'preview', name: 'Preview', width: 'minmax(0, 1fr)', from: 0 },
] as const

interface FrameGridProps {
  readonly row: ExchangeRow
  readonly parts: ExchangeParts
  readonly frames: Frames
  /** Where to scroll to. */
  readonly reveal: { readonly index: number } | undefined
  readonly pointer: { readonly pointer: string } | undefined
}

export function FrameGrid({ row, parts, frames, reveal, pointer }: FrameGridProps) {
  const selectedSeq = useSelection((selection) => selection.entrySeq)
  const [picked, setPicked] = useState<number>()
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const shown = columns.filter(({ from }) => widthPx >= from)
  const index = reveal !== undefined && picked === undefined ? reveal.index : picked
  const candidate = index === undefined ? undefined : frames.at(index)
  const selected = candidate?.seq === selectedSeq ? candidate : undefined
  return (
    <div className="frames" ref={ref}>
      <Group orientation="vertical">
        <Panel id="frames" minSize={60}>
          <VirtualGrid
            name="Frames"
            columns={shown}
            rowHeight={23}
            count={row.frames}
            followsTail
            reveal={reveal}
            onRange={frames.want}
            rowOf={frames.at}
            isSelected={({ seq }) => seq === selectedSeq}
            onSelect={(frame) => {
              setPicked(frame.index)
              useSelection.getState().selectExchange(row.id, frame.seq)
            }}
            cellsOf={(frame) =>
              shown.map(({ id }) => (
                <span key={id}>{cellOf(id, frame, frames.at(frame.index - 1), row, parts.request)}</span>
              ))
            }
          />
        </Panel>
        {selected && <Separator className="separator" aria-label="Height of the frame" />}
        {selected && (
          <Panel id="frame" defaultSize="55%" minSize={80}>
            <FrameBody frame={selected} parts={parts} pointer={pointer} />
          </Panel>
        )}
      </Group>
      <p className="close-reason">{closeReason(row, parts.close)}</p>
    </div>
  )
}

function cellOf(
  id: (typeof columns)[number]['id'],
  frame: FrameEntry,
  before: FrameEntry | undefined,
  row: ExchangeRow,
  request: RequestEntry | undefined,
) {
  switch (id) {
    case 'number':
      return <span className="mono faint">{frame.index + 1}</span>
    case 'time':
      return (
        <span className="mono muted" title={new Date(frame.at).toISOString()}>
          {formatOffset(frame.monoMs - row.startedMonoMs)}
        </span>
      )
    case 'gap':
      return (
        <span className="mono faint">
          {before && formatDuration(Math.max(0, frame.monoMs - before.monoMs))}
        </span>
      )
    case 'size':
      return <span className="mono muted">{formatBytes(frame.raw.sizeBytes)}</span>
    case 'event':
      return <span className="mono muted">{[frame.event, frame.id].filter(Boolean).join(' #')}</span>
    case 'kind':
      return <KindMark frame={frame} kind={frameKindOf(frame, request)} />
    case 'preview':
      return <span className="mono">{previewOf(frame)}</span>
  }
}

function KindMark({ frame, kind }: { readonly frame: FrameEntry; readonly kind: FrameKind }) {
  const colour = kind.tone === 'wrong' ? 'var(--failed)' : undefined
  const worst = frame.findings?.find(({ severity }) => severity !== 'info') ?? frame.findings?.[0]
  return (
    <span className="frame-kind" title={worst?.message}>
      {worst && <SeverityMark severity={worst.severity} size={11} />}
      <span className={kind.tone === 'quiet' ? 'faint' : 'call-name'} style={{ color: colour }}>
        {kind.name}
      </span>
      {kind.state && <StateMark state={kind.state} />}
      {kind.detail !== undefined && <span className="muted">{kind.detail}</span>}
    </span>
  )
}

interface FrameBodyProps {
  readonly frame: FrameEntry
  readonly parts: ExchangeParts
  readonly pointer: { readonly pointer: string } | undefined
}

/** The frame's bytes as they came, and what they say. */
function FrameBody({ frame, parts, pointer }: FrameBodyProps) {
  return (
    <BodyView
      key={frame.seq}
      name={`Frame ${frame.index + 1}`}
      body={frame.raw}
      readable={frame.data}
      marks={marksOf(frame.findings ?? [])}
      reveal={pointer}
      decode={(text) => decodeAnswer(frame, parts.request, parts.response?.status, text)}
    />
  )
}

const previewLength = 300

/** What the frame says, past the envelope that every frame repeats. */
function previewOf({ data, raw }: FrameEntry): string {
  const text = data?.text ?? raw.text ?? ''
  const result = /"(?:result|error)"\s*:\s*/.exec(text)
  return text.slice(result ? result.index + result[0].length : 0, (result?.index ?? 0) + previewLength)
}
