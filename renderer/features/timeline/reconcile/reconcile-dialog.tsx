import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { Task } from '#shared/a2a/model.ts'
import { changesOf } from '#shared/diff/json-changes.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { fetchStored, type Stored } from './fetch-stored.ts'
import { documentOf } from './streamed-task.ts'
import './reconcile.css'

interface ReconcileDialogProps {
  readonly agentId: string
  readonly outline: Outline
  onClose(): void
}

/** Whether what the agent stores equals what it streamed. */
export function ReconcileDialog({ agentId, outline, onClose }: ReconcileDialogProps) {
  const { client } = useEngine()
  const { taskId } = outline
  const asked = useQuery({
    queryKey: ['timeline', 'stored', agentId, taskId],
    queryFn: ({ signal }) => fetchStored(client, { agentId, taskId }, signal),
    gcTime: 0,
    staleTime: 0,
  })
  const exchangeId = asked.data?.exchangeId
  return (
    <Dialog
      wide
      title="Reconcile"
      onClose={onClose}
      actions={
        <>
          {exchangeId !== undefined && (
            <Button
              onClick={() => {
                showOnWire(exchangeId)
                onClose()
              }}
            >
              Show request
            </Button>
          )}
          <Button primary disabled={asked.isFetching} onClick={() => void asked.refetch()}>
            <RefreshCw size={13} /> Compare again
          </Button>
        </>
      }
    >
      {asked.isFetching && <p className="muted">Getting the task…</p>}
      <Problem error={asked.error} />
      {asked.data && !asked.isFetching && <Answer outline={outline} stored={asked.data} />}
    </Dialog>
  )
}

interface AnswerProps {
  readonly outline: Outline
  readonly stored: Stored
}

function Answer({ outline, stored }: AnswerProps) {
  if (stored.kind === 'none') {
    return (
      <p className="notice" role="status">
        <strong>Nothing to compare with</strong>
        <CodeText text={stored.why} />
      </p>
    )
  }
  return <Comparison outline={outline} stored={stored} />
}

interface ComparisonProps {
  readonly outline: Outline
  readonly stored: Extract<Stored, { kind: 'task' }>
}

const words = { removed: 'streamed only', added: 'stored only' }

function Comparison({ outline, stored }: ComparisonProps) {
  const before = useMemo(() => documentOf(stored.streamed), [stored])
  const after = useMemo(() => documentOf(stored.task), [stored])
  const differences = changesOf(before, after).length
  const live = outline.openStreams.length > 0
  return (
    <>
      <Verdict differences={differences} />
      {differences === 0 && <p className="muted">{sameInWords(stored.task)}</p>}
      {live && <p className="muted">A stream is still open, so differences may be temporary.</p>}
      {differences > 0 && (
        <>
          <p className="muted reconcile-legend mb-8 small">
            <del>streamed</del> <ins>stored</ins>
          </p>
          <DiffView name="Differences" before={before} after={after} words={words} />
        </>
      )}
    </>
  )
}

function sameInWords({ status, artifacts = [] }: Task): string {
  const count = artifacts.length
  const made = count === 0 ? 'no artifact' : count === 1 ? 'one artifact' : `${count} artifacts`
  return `State ${status.state}, ${made}, compared byte for byte.`
}

function Verdict({ differences }: { readonly differences: number }) {
  return (
    <p className={`line gap-8 mb-10 ${differences === 0 ? 'tone-good' : 'tone-warn'}`} role="status">
      {differences === 0 ? <CircleCheck size={16} /> : <TriangleAlert size={16} />}
      <strong>
        {differences === 0
          ? 'Stored task matches the stream.'
          : differences === 1
            ? 'What the agent stores differs from what it streamed in one place.'
            : `What the agent stores differs from what it streamed in ${differences} places.`}
      </strong>
    </p>
  )
}
