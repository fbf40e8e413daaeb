import { useCallback, useState } from 'react'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import { artifactTitle } from '#shared/story/artifact-content.ts'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { ArtifactOutline, Outline, StripCell } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../host/engine.tsx'
import { useFollowed } from '../../record/use-followed.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/feedback.tsx'
import { formatBytes, formatCount, formatDuration, formatOffset, joinDefined } from '../../ui/format.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import './timeline.css'

interface ArtifactListProps {
  readonly task: TaskBrief
  readonly outline: Outline
  /** Selects the first piece of an artifact. */
  onSelect(artifact: ArtifactOutline): void
}

export function ArtifactList({ task, outline: { artifacts, moreArtifacts }, onSelect }: ArtifactListProps) {
  const [opened, setOpened] = useState<ArtifactOutline>()
  if (artifacts.length === 0) {
    return (
      <EmptyState title="No artifacts">
        <p>Artifacts appear here, chunk by chunk, as they arrive.</p>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="column" aria-label="Artifacts">
        {artifacts.map((artifact) => (
          <ArtifactRow
            key={artifact.artifactId}
            artifact={artifact}
            onOpen={() => setOpened(artifact)}
            onSelect={() => onSelect(artifact)}
          />
        ))}
      </ul>
      {moreArtifacts > 0 && (
        <p className="dim py-6 px-12 small">
          {formatCount(moreArtifacts)} more artifacts are counted in the last one.
        </p>
      )}
      {opened && <ArtifactDialog task={task} artifact={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface ArtifactRowProps {
  readonly artifact: ArtifactOutline
  onOpen(): void
  onSelect(): void
}

function ArtifactRow({ artifact, onOpen, onSelect }: ArtifactRowProps) {
  const { chunks, bytes, chars, firstMs, lastMs, closed, replaced } = artifact
  const shownName = visibleString(artifactTitle(artifact))
  const facts = joinDefined(
    ' · ',
    chunksInWords(chunks),
    formatBytes(bytes),
    chars > 0 && `${formatCount(chars)} characters`,
    `${formatOffset(firstMs)} s${lastMs > firstMs ? ` over ${formatDuration(lastMs - firstMs)}` : ''}`,
    replaced > 0 && replacedInWords(replaced),
    closed ? 'complete' : 'not closed',
  )
  return (
    <li className="artifact column gap-5 rule-below">
      <div className="line gap-8">
        <button
          type="button"
          className="artifact-select truncate bold"
          title={`Show where ${shownName} began`}
          onClick={onSelect}
        >
          {shownName}
        </button>
        <span className="spacer" />
        <Button aria-label={`Open ${shownName}`} onClick={onOpen}>
          Open
        </Button>
      </div>
      <PieceStrip artifact={artifact} />
      <p className="dim num small">{facts}</p>
      <StoredLine artifact={artifact} />
    </li>
  )
}

/** The pieces of an artifact in order; the height is their size. */
function PieceStrip({ artifact: { strip, chunks } }: { readonly artifact: ArtifactOutline }) {
  const largest = Math.max(1, ...strip.map(({ bytes }) => bytes))
  return (
    <div className="strip flex at-end gap-1" role="img" aria-label={stripInWords(strip, chunks)}>
      {strip.map((cell, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces have nothing but their place
          key={index}
          className={joinDefined(
            ' ',
            'strip-cell',
            cell.replaced && 'replaced',
            cell.whole && 'whole',
            cell.last && 'last',
          )}
          style={{ height: `${Math.max(18, (cell.bytes / largest) * 100)}%` }}
          title={cellInWords(cell)}
        />
      ))}
    </div>
  )
}

function cellInWords({ chunks, bytes, replaced, whole, last }: StripCell): string {
  return joinDefined(
    ', ',
    chunksInWords(chunks),
    formatBytes(bytes),
    replaced && 'replaces what was there',
    whole && 'full replacement',
    last && 'the last one',
  )
}

function stripInWords(strip: readonly StripCell[], chunks: number): string {
  const replaced = strip.filter((cell) => cell.replaced).length
  const closed = strip.some(({ last }) => last)
  return joinDefined(
    ', ',
    chunksInWords(chunks),
    replaced > 0 && replacedInWords(replaced),
    closed ? 'closed by a last one' : 'not closed',
  )
}

function chunksInWords(chunks: number): string {
  return chunks === 1 ? 'one chunk' : `${formatCount(chunks)} chunks`
}

function replacedInWords(times: number): string {
  return `replaced ${times === 1 ? 'once' : `${times} times`}`
}

const storedAs = {
  equal: ['tone-good', 'Stored task matches the stream.'],
  'stored-ahead': ['tone-warn', 'The agent stores more than it streamed.'],
  'stored-behind': ['tone-warn', 'The agent stores less than it streamed.'],
  differs: ['tone-bad', 'What the agent stores differs from what it streamed.'],
} as const

function StoredLine({ artifact: { stored } }: { readonly artifact: ArtifactOutline }) {
  if (!stored) return null
  const [tone, words] = storedAs[stored]
  return <p className={`small ${tone}`}>{words}</p>
}

interface ArtifactDialogProps {
  readonly task: TimelineTask
  readonly artifact: ArtifactOutline
  onClose(): void
}

/** Of an artifact in its dialog, which reports that it is the beginning. */
const maxArtifactChars = 1_000_000

function ArtifactDialog({ task, artifact, onClose }: ArtifactDialogProps) {
  const { client } = useEngine()
  const { taskId, agentId } = task
  const { artifactId } = artifact
  const name = artifactTitle(artifact)
  const { answer, problem } = useFollowed(
    useCallback(
      (wait, signal) =>
        client.story.artifact({ taskId, agentId, artifactId, most: maxArtifactChars, ...wait }, { signal }),
      [client, taskId, agentId, artifactId],
    ),
  )
  return (
    <Dialog wide title={visibleString(name)} onClose={onClose}>
      {problem !== undefined && <p className="notice">{problem}</p>}
      {artifact.chars > maxArtifactChars && (
        <p className="dim">This is the beginning; the console has every chunk.</p>
      )}
      <pre className="verbatim">
        <UntrustedText text={answer?.text ?? ''} limit={20_000} />
      </pre>
    </Dialog>
  )
}
