import { useState } from 'react'
import type { TaskBrief } from '#shared/story/chat/chat-row.ts'
import type { ArtifactOutline, Outline } from '#shared/story/timeline/outline.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatBytes, formatCount, formatDuration, formatOffset } from '../../../ui/format.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { ArtifactDialog } from './artifact-dialog.tsx'
import { PieceStrip } from './piece-strip.tsx'
import { StoredLine } from './stored-line.tsx'
import './artifacts.css'

interface ArtifactListProps {
  readonly task: TaskBrief
  readonly outline: Outline
  /** Selects the piece an artifact began with. */
  onSelect(artifact: ArtifactOutline): void
}

/** The artifacts of a task as they assemble. */
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
      <ul className="artifact-list" aria-label="Artifacts">
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
        <p className="muted timeline-note">
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
  const { artifactId, name, chunks, bytes, chars, firstMs, lastMs, closed, replaced } = artifact
  const shownName = visibleString(name ?? artifactId)
  const facts = [
    chunks === 1 ? 'one chunk' : `${formatCount(chunks)} chunks`,
    formatBytes(bytes),
    ...(chars > 0 ? [`${formatCount(chars)} characters`] : []),
    lastMs > firstMs
      ? `${formatOffset(firstMs)} s over ${formatDuration(lastMs - firstMs)}`
      : `${formatOffset(firstMs)} s`,
    ...(replaced > 0 ? [`replaced ${replaced === 1 ? 'once' : `${replaced} times`}`] : []),
    closed ? 'complete' : 'not closed',
  ]
  return (
    <li className="artifact">
      <div className="strip-head">
        <button
          type="button"
          className="artifact-select truncate"
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
      <p className="muted num artifact-facts">{facts.join(' · ')}</p>
      <StoredLine artifact={artifact} />
    </li>
  )
}
