import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { dialectOf } from '#shared/a2a/dialects.ts'
import type { JsonObject, JsonValue, Part, Task } from '#shared/a2a/model.ts'
import { maxReadRows } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { defined } from '#shared/defined.ts'
import { changesOf } from '#shared/diff/json-changes.ts'
import type { Entry } from '#shared/record/entry.ts'
import { createReading } from '#shared/story/reading.ts'
import type { StreamedTask } from '#shared/story/streamed-task.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { readBody } from '../../record/use-exchange.ts'
import { showOnWire } from '../../state/show-on-wire.ts'
import { Button } from '../../ui/button.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DiffView } from '../../ui/diff/diff-view.tsx'
import { Problem } from '../../ui/feedback.tsx'
import './timeline.css'

/** Of a stored task that is compared; a larger one is not. */
const maxStoredBytes = 16_777_216

interface ReconcileDialogProps {
  readonly agentId: string
  readonly outline: Outline
  onClose(): void
}

/** Compares what the agent stores with what it streamed. */
export function ReconcileDialog({ agentId, outline, onClose }: ReconcileDialogProps) {
  const { client } = useEngine()
  const { taskId } = outline
  const query = useQuery({
    queryKey: ['timeline', 'stored', agentId, taskId],
    queryFn: ({ signal }) => fetchStored(client, { agentId, taskId }, signal),
    gcTime: 0,
    staleTime: 0,
  })
  const exchangeId = query.data?.exchangeId
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
          <Button primary disabled={query.isFetching} onClick={() => void query.refetch()}>
            <RefreshCw size={13} /> Compare again
          </Button>
        </>
      }
    >
      {query.isFetching && <p className="dim">Getting the task…</p>}
      <Problem error={query.error} />
      {query.data && !query.isFetching && <Answer outline={outline} stored={query.data} />}
    </Dialog>
  )
}

function Answer({ outline, stored }: { readonly outline: Outline; readonly stored: Stored }) {
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
      {differences === 0 && <p className="dim">{sameInWords(stored.task)}</p>}
      {live && <p className="dim">A stream is still open, so differences may be temporary.</p>}
      {differences > 0 && (
        <>
          <p className="dim reconcile-legend mb-8 small">
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

// The streamed and the stored task as two documents to compare: states, their messages, and artifacts with adjacent texts
// joined, since their split does not matter.

/** A stored task is one whose content arrived at once. */
function documentOf({ status, artifacts = [] }: StreamedTask | Task): JsonObject {
  return {
    state: status?.state ?? null,
    ...(status?.message && { message: contentOf(status.message.parts) }),
    artifacts: artifacts.map(({ artifactId, name, parts }) => ({
      id: artifactId,
      ...defined({ name }),
      content: contentOf(parts),
    })),
  }
}

function contentOf(parts: readonly Part[]): JsonValue {
  const joined: JsonValue[] = []
  let text: string[] = []
  const flush = () => {
    if (text.length > 0) joined.push(text.join(''))
    text = []
  }
  for (const part of parts) {
    if (part.kind === 'text') text.push(part.text)
    else {
      flush()
      joined.push(partValue(part))
    }
  }
  flush()
  return joined.length === 1 ? (joined[0] ?? null) : joined
}

function partValue(part: Exclude<Part, { kind: 'text' }>): JsonValue {
  switch (part.kind) {
    case 'data':
      return { data: part.data }
    case 'file-bytes':
      return { file: part.filename ?? null, mediaType: part.mediaType ?? null, base64: part.base64 }
    case 'file-url':
      return { file: part.filename ?? null, mediaType: part.mediaType ?? null, url: part.url }
    case 'unknown':
      return part.raw
  }
}

// Gets the task from the agent and reads the answer from the record, with what was streamed of it.

type Stored =
  | {
      readonly kind: 'task'
      readonly exchangeId: string
      readonly task: Task
      readonly streamed: StreamedTask
    }
  | { readonly kind: 'none'; readonly exchangeId: string; readonly why: string }

async function fetchStored(
  client: EngineClient,
  task: { readonly agentId: string; readonly taskId: string },
  signal: AbortSignal,
): Promise<Stored> {
  const { exchangeId } = await client.tasks.get(task, { signal })
  const { entries } = await client.record.exchange({ exchangeId, after: 0, limit: maxReadRows }, { signal })
  const answer = answerIn(entries, await textsOf(client, entries, signal))
  if (answer.kind === 'none') return { exchangeId, ...answer }
  const streamed = await client.story.streamed(task, { signal })
  return { exchangeId, ...answer, streamed: streamed ?? { artifacts: [] } }
}

/** Texts of the bodies that are stored apart. */
async function textsOf(
  client: EngineClient,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const entry of entries) {
    const body = entry.kind === 'frame' ? entry.data : entry.kind === 'end' ? entry.body : undefined
    const { hash, sizeBytes = 0 } = body ?? {}
    if (hash === undefined || sizeBytes > maxStoredBytes) continue
    const bytes = await readBody(client, { hash, length: sizeBytes }, signal)
    texts.set(hash, new TextDecoder().decode(bytes))
  }
  return texts
}

type StoredAnswer =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'none'; readonly why: string }

function answerIn(entries: readonly Entry[], texts: ReadonlyMap<string, string>): StoredAnswer {
  const reading = createReading({ dialectOf, bodies: (hash) => texts.get(hash) })
  const request = entries.find((entry) => entry.kind === 'request')
  const response = entries.findLast((entry) => entry.kind === 'response')
  let why = 'The agent didn’t respond.'
  for (const entry of entries) {
    if (entry.kind === 'failure') why = entry.message
    if (entry.kind !== 'frame' && entry.kind !== 'end') continue
    const answer = reading.answer(entry, request?.call, response?.status)
    if (answer.kind === 'result' && answer.result.kind === 'task') {
      return { kind: 'task', task: answer.result.task }
    }
    if (answer.kind === 'error') why = `The agent returned an error: ${answer.error.message}`
    if (answer.kind === 'unreadable') why = `Couldn’t parse the response: ${answer.reason}`
    if (answer.kind === 'not-loaded') why = 'The response is too long to compare here. The console has it.'
  }
  return { kind: 'none', why }
}
