// The calls between agents of a session: as a sequence on one clock, or as a map.

import { X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { defined } from '#shared/defined.ts'
import type { Lane } from '#shared/story/sequence/sequence.ts'
import { runCommand } from '../../../commands/commands.ts'
import { useEngine } from '../../../host/engine.tsx'
import { createListOf } from '../../../record/paged-list.ts'
import { useKeepPrevious } from '../../../record/use-keep-previous.ts'
import { useSequence } from '../../../state/console.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ProgressBar } from '../../../ui/feedback.tsx'
import { Segments } from '../../../ui/field.tsx'
import { formatCount } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { AgentMapView } from './agent-map.tsx'
import { CopySequence } from './copy-sequence.tsx'
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
