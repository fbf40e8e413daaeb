// The calls between agents of a session: as a sequence on one clock, or as a map.

import { X } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'
import { defined } from '#shared/defined.ts'
import type { Edge, Lane } from '#shared/story/sequence/sequence.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf } from '../../../record/paged-list.ts'
import { useFollowed } from '../../../record/use-followed.ts'
import { useKeepPrevious } from '../../../record/use-keep-previous.ts'
import { useSequence } from '../../../state/console.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ProgressBar } from '../../../ui/feedback.tsx'
import { Segments } from '../../../ui/field.tsx'
import { formatCount, joinDefined } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { CopySequence } from './copy-sequence.tsx'
import { lanePx, mapLayout } from './map-layout.ts'
import { edgeReasons, edgeWords, isGuessed } from './row-words.ts'
import { SequenceGrid } from './sequence-grid.tsx'
import { useLaneNames } from './use-lane-names.ts'
import './sequence.css'

const views = { sequence: 'Sequence', map: 'Map' } as const

export function SequenceTab() {
  const { client } = useEngine()
  const { view, open, between } = useSequence()
  // Scroll position and focus stay when calls are opened.
  const { list, answer, problem } = useKeepPrevious(
    useMemo(() => {
      const query = { open: [...open], ...defined({ between }) }
      return createListOf((request, options) => client.together.sequence({ ...query, ...request }, options))
    }, [client, open, between]),
  )
  const lanes = useSame(answer?.lanes ?? none)
  const namesOf = useLaneNames()
  const names = useMemo(() => namesOf(lanes), [namesOf, lanes])
  if (!answer) {
    return problem === undefined ? null : <p className="notice">{problem}</p>
  }
  if (!isTogether(lanes)) return <Alone />
  return (
    <div className="column shrinks full-height">
      <Tools lanes={lanes} names={names} />
      {problem !== undefined && <p className="notice">{problem}</p>}
      {answer.progress < 1 && (
        <div className="after-a-moment">
          <ProgressBar label="Reading the recording" part={answer.progress} />
        </div>
      )}
      {answer.dropped > 0 && (
        <p className="list-note">{`${formatCount(answer.dropped)} earlier events aren’t drawn. They are listed under Wire.`}</p>
      )}
      {view === 'sequence' ? (
        <SequenceGrid list={list} total={answer.total} lanes={lanes} names={names} />
      ) : (
        <AgentMapView names={names} />
      )}
    </div>
  )
}

function Tools({ lanes, names }: { readonly lanes: readonly Lane[]; readonly names: readonly string[] }) {
  const { view, between, show, only } = useSequence()
  const nameOf = (id: string) => visibleString(names[lanes.findIndex((lane) => lane.id === id)] ?? '')
  return (
    <div className="line gap-8 rigid rule-below py-4 px-8">
      <Segments
        label="View"
        options={['sequence', 'map']}
        value={view}
        nameOf={(option) => views[option]}
        onChange={show}
      />
      {between && view === 'sequence' && (
        <button type="button" className="chip on truncate" title="Show all" onClick={() => only(undefined)}>
          {nameOf(between.from)} → {nameOf(between.to)} <X size={11} aria-label="Show all" />
        </button>
      )}
      <span className="spacer" />
      <span
        className="sequence-legend inline gap-4 dim small nowrap"
        title="The caller is identified only by its User-Agent, by the text or by the time: no trace, span, task or context confirms it."
      >
        Dashed: a guess
      </span>
      <CopySequence />
    </div>
  )
}

function Alone() {
  const { canCall } = useEngine()
  return (
    <EmptyState title="No calls between agents yet">
      <p>
        When a recording has more than one agent or caller, their calls to one another are drawn here. To
        record what other clients send to an agent, tap it and give them the address of the tap.
      </p>
      {canCall && <Button onClick={() => runCommand('agent.tap')}>Tap this agent</Button>}
    </EmptyState>
  )
}

/** More than Parley and the one agent it calls. */
function isTogether(lanes: readonly Lane[]): boolean {
  return lanes.length > 2 || lanes.some(({ kind }) => kind === 'program')
}

/** The same object while its content is the same, which spares redrawing. */
function useSame(lanes: readonly Lane[]): readonly Lane[] {
  const last = useRef(lanes)
  if (lanes.map(({ id }) => id).join('\n') !== last.current.map(({ id }) => id).join('\n'))
    last.current = lanes
  return last.current
}

const none: readonly Lane[] = []

// The map of calls between agents: how often, how slow, how often they failed, and the reasons. Many lanes are a list.

/** More callers and agents than these are shown as a list. */
const maxDrawnLanes = 12

interface MapProps {
  readonly lanes: readonly Lane[]
  readonly edges: readonly Edge[]
  readonly names: readonly string[]
}

function AgentMapView({ names }: Pick<MapProps, 'names'>) {
  const { client } = useEngine()
  const request = useCallback(
    (wait: { readonly seen: number; readonly waitMs: number }, signal: AbortSignal) =>
      client.together.map(wait, { signal }),
    [client],
  )
  const { answer, problem } = useFollowed(request)
  if (problem !== undefined) return <p className="notice">{problem}</p>
  if (!answer) return null
  const { lanes, edges } = answer
  return (
    <section className="fills scrolls" aria-label="Map of calls">
      {lanes.length <= maxDrawnLanes && <Drawn lanes={lanes} edges={edges} names={names} />}
      <ul className="py-4" aria-label="Calls between agents">
        {edges.map((edge) => (
          <li key={`${edge.from} ${edge.to}`}>
            <button
              type="button"
              className="agent-map-row flex wraps full-width"
              onClick={() => showBetween(edge, lanes)}
            >
              <strong>
                {visibleString(names[edge.from] ?? '')} → {visibleString(names[edge.to] ?? '')}
              </strong>
              <span className={edge.failed > 0 ? 'tone-bad' : undefined}>{edgeWords(edge)}</span>
              <span className="dim">{edgeReasons(edge)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function showBetween(edge: Edge, lanes: readonly Lane[]): void {
  const [from, to] = [lanes[edge.from], lanes[edge.to]]
  if (from && to) useSequence.getState().only({ from: from.id, to: to.id })
}

/** The list below has the same content for keys and screen readers. */
function Drawn({ lanes, edges, names }: MapProps) {
  const layout = useMemo(() => mapLayout(lanes.length, edges), [lanes.length, edges])
  const { widthPx, heightPx } = layout
  return (
    <div className="agent-map-scroller rule-below">
      <div className="agent-map-drawing" style={{ width: widthPx, height: heightPx }} aria-hidden={true}>
        <svg width={widthPx} height={heightPx} className="agent-map-edges" role="presentation">
          <defs>
            <marker
              id="agent-map-head"
              viewBox="0 0 8 8"
              refX="8"
              refY="4"
              markerWidth="8"
              markerHeight="8"
              orient="auto"
            >
              <path d="M 0 0 L 8 4 L 0 8 z" />
            </marker>
          </defs>
          {layout.edges.map(({ edge, path }) => (
            <path
              key={`${edge.from} ${edge.to}`}
              d={path}
              className={isGuessed(edge) ? 'agent-map-edge guess' : 'agent-map-edge'}
              markerEnd="url(#agent-map-head)"
            />
          ))}
        </svg>
        {layout.lanes.map(({ lane, x, y }) => (
          <span
            key={lanes[lane]?.id}
            className={`agent-map-lane truncate ${lanes[lane]?.kind}`}
            style={{ left: x, top: y, width: lanePx.width, height: lanePx.height }}
            title={visibleString(names[lane] ?? '')}
          >
            {visibleString(names[lane] ?? '')}
          </span>
        ))}
        {layout.edges.map(({ edge, x, y }) => (
          <button
            key={`${edge.from} ${edge.to}`}
            type="button"
            tabIndex={-1}
            className={joinDefined(' ', 'agent-map-words small nowrap', edge.failed > 0 && 'tone-bad')}
            style={{ left: x, top: y }}
            title={edgeReasons(edge)}
            onClick={() => showBetween(edge, lanes)}
          >
            {shortWords(edge)}
          </button>
        ))}
      </div>
    </div>
  )
}

function shortWords(edge: Edge): string {
  return edgeWords(edge).replace(/ · p95.*/, '')
}
