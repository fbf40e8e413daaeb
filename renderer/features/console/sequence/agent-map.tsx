// The map of calls between agents: how often, how slow, how often they failed, and the reasons. Many lanes are a list.

import { useCallback, useMemo } from 'react'
import type { Edge, Lane } from '#shared/story/sequence/sequence.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useFollowed } from '../../../record/use-followed.ts'
import { useSequence } from '../../../state/console.ts'
import { joinDefined } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { lanePx, mapLayout } from './map-layout.ts'
import { edgeReasons, edgeWords, isGuessed } from './row-words.ts'

/** More callers and agents than these are a list of who calls whom. */
const maxDrawnLanes = 12

interface MapProps {
  readonly lanes: readonly Lane[]
  readonly edges: readonly Edge[]
  readonly names: readonly string[]
}

export function AgentMapView({ names }: Pick<MapProps, 'names'>) {
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
    <div className="agent-map-scroller">
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
