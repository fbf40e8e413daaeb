// The states of one task over time, or of several on a common clock: to scale, except for waits far longer than the rest.

import { useQuery } from '@tanstack/react-query'
import { Scissors, SendHorizontal, TriangleAlert } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { SpanLane } from '#shared/spans/span-lanes.ts'
import type { Reconnect } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { formatDuration, formatOffset, joinDefined } from '../../ui/format.ts'
import { useWidth } from '../../ui/hooks.ts'
import { StateMark, stateIcons } from '../../ui/marks.tsx'
import { moveFocus } from '../../ui/reveal.ts'
import { endOf, type LaneScale, type Quiet } from '../../ui/time-scale/scale.ts'
import { TimeAxis } from '../../ui/time-scale/time-axis.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { shortId, visibleString } from '../../ui/visible-text.ts'
import { SpanLanes } from '../spans/index.ts'
import {
  blocksOf,
  breakMarkPx,
  type Label,
  type Lane,
  type LaneBlock,
  labelOf,
  scaleOf,
  taskOf,
} from './lane-layout.ts'
import './lane.css'

/** Of a mark at its moment. */
const halfMarkPx = 6
/** Of a mark after its moment. */
const markBehindPx = 15

const tipPx = 240

interface LaneChartProps {
  readonly lanes: readonly Lane[]
  readonly shownTaskId: string
  readonly taskKey: string
  /** Of the shown task. */
  readonly reconnects: readonly Reconnect[]
  /** Spans that agents reported for it. */
  readonly spans: readonly SpanLane[]
  /** Start of the clock, milliseconds since 1970. */
  readonly startAt: number
  onTask(taskId: string): void
  onSegment(taskId: string, row: number): void
}

/** More lanes scroll. */
const fewLanes = 5

export function LaneChart(props: LaneChartProps) {
  const { lanes, shownTaskId, taskKey, reconnects, spans, startAt, onTask, onSegment } = props
  const { ref, widthPx } = useWidth<HTMLDivElement>()
  const scale = useMemo(
    () => scaleOf(lanes, widthPx, spans.length === 0 ? [] : activityOf(spans, startAt)),
    [lanes, widthPx, spans, startAt],
  )
  return (
    <div className={joinDefined(' ', 'lane-chart', spans.length > 0 && 'with-spans')}>
      <div ref={ref} className="lane-width" />
      {widthPx > 0 && (
        <ul
          className={joinDefined(' ', 'lane-list column gap-4', lanes.length > fewLanes && 'many')}
          aria-label="States over time"
        >
          {lanes.map((lane) => (
            <li key={lane.taskId} className={lane.taskId === shownTaskId ? 'lane shown' : 'lane'}>
              {lanes.length > 1 && (
                <button
                  type="button"
                  className="lane-name flex gap-8 dim small"
                  aria-pressed={lane.taskId === shownTaskId}
                  title={`Show task ${visibleString(lane.taskId)}`}
                  onClick={() => onTask(lane.taskId)}
                >
                  <span className="mono">{shortId(lane.taskId)}</span>
                  <span className="faint">{lane.segments.at(-1)?.state}</span>
                </button>
              )}
              <LaneTrack
                lane={lane}
                blocks={blocksOf(lane, scale)}
                scale={scale}
                reconnects={lane.taskId === shownTaskId ? reconnects : []}
                onSegment={(row) => onSegment(lane.taskId, row)}
              />
            </li>
          ))}
        </ul>
      )}
      {widthPx > 0 && spans.length > 0 && (
        <SpanLanes taskId={taskKey} lanes={spans} scale={scale} startAt={startAt} />
      )}
      <TimeAxis scale={scale} />
    </div>
  )
}

/** In milliseconds since the clock began. */
function activityOf(spans: readonly SpanLane[], startAt: number): readonly Quiet[] {
  return spans.flatMap(({ bars }) =>
    bars.map(({ start, end }) => ({ fromMs: start - startAt, toMs: end - startAt })),
  )
}

interface LaneTrackProps {
  readonly lane: Lane
  readonly blocks: readonly LaneBlock[]
  readonly scale: LaneScale
  readonly reconnects: readonly Reconnect[]
  onSegment(row: number): void
}

function LaneTrack({ lane, blocks, scale, reconnects, onSegment }: LaneTrackProps) {
  const [pointed, setPointed] = useState<number>()
  const tip = pointed === undefined ? undefined : blocks[pointed]
  const { offsetMs, sentMs, callerMs } = lane
  const markPx = (px: number, roomPx: number) => Math.max(0, Math.min(px, endOf(scale) - roomPx))

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys that bubble from the blocks
    <div className="anchor" onKeyDown={moveFocus} onMouseLeave={() => setPointed(undefined)}>
      <div className="lane-marks">
        {sentMs.map((ms) => (
          <span
            key={ms}
            className="lane-mark sent"
            style={{ left: markPx(scale.px(ms + offsetMs), halfMarkPx) }}
          >
            <SendHorizontal
              size={10}
              aria-label={`${callerMs.includes(ms) ? 'The caller' : 'You'} wrote at ${formatOffset(ms)} s`}
            />
          </span>
        ))}
        {reconnects.map(({ cutMs }) => (
          <span
            key={cutMs}
            className="lane-mark cut"
            style={{ left: markPx(scale.px(cutMs + offsetMs), halfMarkPx) }}
          >
            <Scissors size={11} aria-label={`Stream interrupted at ${formatOffset(cutMs)} s`} />
          </span>
        ))}
        {blocks.map(
          ({ segment, fromPx }) =>
            segment.impossible && (
              <span
                key={segment.seq}
                className="lane-mark impossible"
                style={{ left: markPx(fromPx, markBehindPx) }}
              >
                <TriangleAlert size={11} />
              </span>
            ),
        )}
      </div>
      <div className="lane-blocks">
        {blocks.map((block, index) => (
          <StateBlock
            key={block.segment.seq}
            block={block}
            live={block.current && lane.open}
            label={labelOf(block, scale.breaks)}
            onPoint={() => setPointed(index)}
            onLeave={() => setPointed(undefined)}
            onSelect={() => onSegment(block.segment.row)}
          />
        ))}
        {scale.breaks.map(({ fromMs, fromPx, toPx }) => (
          <span
            key={fromMs}
            className="lane-break"
            style={{ left: (fromPx + toPx - breakMarkPx) / 2, width: breakMarkPx }}
          />
        ))}
      </div>
      {tip && <LaneTip task={taskOf(lane)} block={tip} widthPx={scale.widthPx} />}
    </div>
  )
}

interface StateBlockProps {
  readonly block: LaneBlock
  readonly live: boolean
  readonly label: Label
  onPoint(): void
  onLeave(): void
  onSelect(): void
}

function StateBlock({ block, live, label, onPoint, onLeave, onSelect }: StateBlockProps) {
  const { segment, fromPx, widthPx, current } = block
  const { state, impossible } = segment
  const Icon = stateIcons[state]
  return (
    <button
      type="button"
      className={joinDefined(
        ' ',
        'lane-block inline gap-5 small',
        current && 'current',
        live && 'live',
        impossible && 'impossible',
      )}
      style={{
        left: fromPx,
        width: widthPx,
        paddingLeft: label.indentPx,
        backgroundColor: `var(--${state})`,
      }}
      aria-label={blockInWords(block)}
      aria-current={current ? 'step' : undefined}
      tabIndex={current ? 0 : -1}
      onMouseEnter={onPoint}
      onFocus={onPoint}
      onBlur={onLeave}
      onClick={onSelect}
    >
      {label.icon && <Icon size={12} />}
      {label.word && <span className="truncate">{state}</span>}
    </button>
  )
}

function blockInWords({ segment, fromMs, lastedMs }: LaneBlock): string {
  const { state, changes, impossible } = segment
  return joinDefined(
    ', ',
    changes === undefined ? state : `${changes} changes up to ${state}`,
    `from ${formatOffset(fromMs)} s`,
    lastedMs !== undefined && `for ${formatDuration(lastedMs)}`,
    impossible && 'not possible after the state before',
  )
}

interface LaneTipProps {
  readonly task: TimelineTask
  readonly block: LaneBlock
  readonly widthPx: number
}

/** Details of the block under the pointer or with the focus: time, duration, and the agent's message. */
function LaneTip({ task, block, widthPx }: LaneTipProps) {
  const { segment, fromMs, lastedMs, fromPx } = block
  const message = useMessage(task, segment.row)
  const left = Math.max(0, Math.min(fromPx, widthPx - tipPx))
  return (
    <div
      role="tooltip"
      className="lane-tip column gap-3 mt-4 small"
      style={{ left, maxWidth: Math.min(tipPx, widthPx) }}
    >
      <p>
        <StateMark state={segment.state} />
        <span className="mono dim"> {formatOffset(fromMs)} s</span>
        {lastedMs !== undefined && <span className="dim"> for {formatDuration(lastedMs)}</span>}
      </p>
      {segment.impossible && <p className="tone-bad">A task can’t reach this state from the one before.</p>}
      {segment.updates > 1 && <p className="dim">said {segment.updates} times</p>}
      {message !== undefined && message !== '' && (
        <p className="clamp-3">
          <UntrustedText text={message} limit={160} />
        </p>
      )}
    </div>
  )
}

function useMessage(task: TimelineTask, row: number): string | undefined {
  const { queries } = useEngine()
  const input = { task, filter: {}, from: row, limit: 1 }
  return useQuery(queries.timeline.rows.queryOptions({ input })).data?.rows[0]?.text
}
