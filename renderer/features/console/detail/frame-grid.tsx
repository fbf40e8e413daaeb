import { useMemo, useState } from 'react'
import type { Part, TaskState, Update } from '#shared/a2a/model.ts'
import { memoByObject } from '#shared/collections/memo.ts'
import type { EndEntry, FailureEntry, FrameEntry, RequestEntry } from '#shared/record/entry.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { marksOf } from '../../../editor/finding-marks.ts'
import { openRowMenu } from '../../../state/row-menu.ts'
import { useSelection } from '../../../state/selection.ts'
import { ColumnGrid, type FittingColumn } from '../../../ui/column-grid.tsx'
import { formatBytes, formatDuration, formatOffset, joinDefined } from '../../../ui/format.ts'
import { ListAndDetail } from '../../../ui/list-and-detail.tsx'
import { SeverityMark, StateMark } from '../../../ui/marks.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { decodeResponse, type ExchangeParts } from '../exchange-parts.ts'
import { schemaOf } from './body-panes.tsx'
import { BodyView } from './body-view.tsx'
import type { Frames } from './use-frames.ts'

/** Of a frame that is decoded to name its row; a longer one is called large, and opens whole. */
const maxNamedFrameChars = 262_144

/** Of a frame's text in its row; the frame opens whole. */
const maxFrameTextChars = 200

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
  const kindOf = useMemo(() => createFrameKinds(parts.request), [parts.request])
  const index = reveal !== undefined && picked === undefined ? reveal.index : picked
  const candidate = index === undefined ? undefined : frames.at(index)
  const selected = candidate?.seq === selectedSeq ? candidate : undefined
  return (
    <div className="column full-height">
      <ListAndDetail
        below
        detail={selected && <FrameBody frame={selected} parts={parts} pointer={pointer} />}
        detailSize="55%"
        separator="Height of the event"
        listMinPx={60}
        detailMinPx={80}
      >
        <ColumnGrid
          name="Events"
          columns={columnsOf(frames, row, kindOf)}
          rowHeight={23}
          count={row.frames}
          followsTail
          reveal={reveal}
          onRange={frames.request}
          rowOf={frames.at}
          isSelected={({ seq }) => seq === selectedSeq}
          onSelect={(frame) => {
            setPicked(frame.index)
            useSelection.getState().selectExchange(row.id, frame.seq)
          }}
          onContext={(frame, at) => {
            setPicked(frame.index)
            openRowMenu(row.id, at, frame.seq)
          }}
        />
      </ListAndDetail>
      <p className="rigid rule-above dim small py-4 px-12">{closeReason(row, parts.close)}</p>
    </div>
  )
}

function columnsOf(
  frames: Frames,
  { startedMonoMs }: ExchangeRow,
  kindOf: FrameKinds,
): readonly FittingColumn<FrameEntry>[] {
  return [
    {
      name: '#',
      width: '44px',
      cell: ({ index }) => <span className="mono faint">{index + 1}</span>,
    },
    {
      name: 'Time',
      width: '62px',
      cell: ({ at, monoMs }) => (
        <span className="mono dim" title={new Date(at).toISOString()}>
          {formatOffset(monoMs - startedMonoMs)}
        </span>
      ),
    },
    {
      name: 'Gap',
      width: '54px',
      fits: true,
      fromPx: 420,
      cell: ({ index, monoMs }) => {
        const before = frames.at(index - 1)
        return (
          <span className="mono faint">{before && formatDuration(Math.max(0, monoMs - before.monoMs))}</span>
        )
      },
    },
    {
      name: 'Size',
      width: '56px',
      fits: true,
      fromPx: 460,
      cell: ({ raw }) => <span className="mono dim">{formatBytes(raw.sizeBytes)}</span>,
    },
    {
      name: 'Event and id',
      width: '84px',
      fromPx: 760,
      cell: ({ event, id }) => (
        <span className="mono dim">{visibleString(joinDefined(' #', event, id))}</span>
      ),
    },
    {
      name: 'Kind',
      width: 'minmax(150px, 0.5fr)',
      cell: (frame) => <KindMark frame={frame} kind={kindOf(frame)} />,
    },
    {
      name: 'Preview',
      width: 'minmax(0, 1fr)',
      fromPx: 340,
      cell: (frame) => <Preview frame={frame} summary={kindOf(frame).summary} />,
    },
  ]
}

function KindMark({ frame, kind }: { readonly frame: FrameEntry; readonly kind: FrameKind }) {
  const colour = kind.tone === 'wrong' ? 'var(--failed)' : undefined
  const worst = frame.findings?.find(({ severity }) => severity !== 'info') ?? frame.findings?.[0]
  return (
    <span className="line shrinks gap-6" title={worst && visibleString(worst.message)}>
      {worst && <SeverityMark severity={worst.severity} size={11} />}
      <span className={kind.tone === 'quiet' ? 'faint' : 'bold'} style={{ color: colour }}>
        {kind.name}
      </span>
      {kind.state && <StateMark state={kind.state} />}
      {kind.detail !== undefined && <span className="dim truncate">{visibleString(kind.detail)}</span>}
    </span>
  )
}

interface FrameBodyProps {
  readonly frame: FrameEntry
  readonly parts: ExchangeParts
  readonly pointer: { readonly pointer: string } | undefined
}

export function FrameBody({ frame, parts, pointer }: FrameBodyProps) {
  return (
    <BodyView
      key={frame.seq}
      name={`Event ${frame.index + 1}`}
      body={frame.raw}
      readable={frame.data}
      marks={marksOf(frame.findings ?? [])}
      reveal={pointer}
      schema={schemaOf(parts.request, 'answer')}
      decode={(text) => decodeResponse(frame, parts.request, parts.response?.status, text)}
    />
  )
}

/** The text is first: in a stream it is all that differs. */
function Preview({ frame, summary }: { readonly frame: FrameEntry; readonly summary: string | undefined }) {
  return (
    <>
      {summary !== undefined && (
        <span className="frame-text">
          <UntrustedText text={summary} limit={300} />
        </span>
      )}
      <span className={summary === undefined ? 'mono' : 'mono faint'}>{visibleString(previewOf(frame))}</span>
    </>
  )
}

/** Of a frame in its row; the frame opens whole. */
const maxPreviewChars = 300

/** The content of the frame, without the envelope that every frame repeats. */
function previewOf({ data, raw }: FrameEntry): string {
  const text = data?.text ?? raw.text ?? ''
  const result = /"(?:result|error)"\s*:\s*/.exec(text)
  return text.slice(result ? result.index + result[0].length : 0, (result?.index ?? 0) + maxPreviewChars)
}

/** How a stream ended, or that it is open. */
function closeReason(row: ExchangeRow, close: EndEntry | FailureEntry | undefined): string {
  const events = row.frames - row.comments
  const so = joinDefined(
    ' and ',
    events === 1 ? 'one event' : `${events} events`,
    row.comments > 0 && (row.comments === 1 ? 'one keep-alive' : `${row.comments} keep-alives`),
  )
  if (close === undefined) return `Open: ${so} so far.`
  const after = row.endedMs === undefined ? '' : ` in ${formatDuration(row.endedMs)}`
  const half = close.leftover
    ? ` An unfinished event of ${formatBytes(close.leftover.sizeBytes)} was left over.`
    : ''
  if (close.kind === 'failure') {
    return `${close.failure.replaceAll('-', ' ')} after ${so}${after}. ${close.message}${half}`
  }
  const status = close.grpcStatus ? ` grpc-status ${close.grpcStatus.code} ${close.grpcStatus.message}.` : ''
  return `Closed by the agent after ${so}${after}.${status}${half}`
}

// A frame in two words, decoded by the dialect of its exchange; each frame is decoded once.

interface FrameKind {
  readonly name: string
  readonly detail?: string
  readonly state?: TaskState
  readonly tone?: 'quiet' | 'wrong'
  /** The beginning of its text. */
  readonly summary?: string
}

type FrameKinds = (frame: FrameEntry) => FrameKind

function createFrameKinds(request: RequestEntry | undefined): FrameKinds {
  return memoByObject((frame) => frameKindOf(frame, request))
}

function frameKindOf(frame: FrameEntry, request: RequestEntry | undefined): FrameKind {
  if (frame.framing === 'sse-comment') return { name: 'comment', tone: 'quiet' }
  const text = frame.data?.text ?? frame.raw.text
  if (text === undefined || text.length > maxNamedFrameChars) return { name: 'large', tone: 'quiet' }
  const answer = decodeResponse(frame, request, undefined, text)
  switch (answer.kind) {
    case 'error':
      return { name: 'error', detail: answer.error.message, tone: 'wrong' }
    case 'unreadable':
      return { name: 'unreadable', detail: answer.reason, tone: 'wrong' }
    case 'result':
      return answer.result.kind === 'update' ? updateKind(answer.result.update) : { name: answer.result.kind }
    case 'nothing':
    case 'not-loaded':
      return { name: 'event' }
  }
}

function updateKind(update: Update): FrameKind {
  switch (update.kind) {
    case 'task':
      return { name: 'task', state: update.task.status.state, ...textIn(update.task.status.message?.parts) }
    case 'message':
      return { name: 'message', ...textIn(update.message.parts) }
    case 'status': {
      const { state, message } = update.status.status
      return { name: 'status', state, ...textIn(message?.parts) }
    }
    case 'artifact': {
      const { artifact, append, lastChunk } = update.artifact
      const flags = joinDefined(', ', append && 'append', lastChunk && 'last')
      return {
        name: 'artifact',
        detail: joinDefined(' · ', artifact.name ?? artifact.artifactId, flags),
        ...textIn(artifact.parts),
      }
    }
  }
}

function textIn(parts: readonly Part[] = []): Pick<FrameKind, 'summary'> {
  const text = parts.find((part) => part.kind === 'text')?.text.slice(0, maxFrameTextChars)
  return text ? { summary: text } : {}
}
