import { ExternalLink, Package } from 'lucide-react'
import { at } from '#shared/collections/list.ts'
import type { ArtifactView, TaskView } from '#shared/story/task-view.ts'
import type { ShownArtifact } from '#shared/story/turn-body.ts'
import { useSelection } from '../../../state/selection.ts'
import { IconButton } from '../../../ui/button.tsx'
import { formatBytes, formatCount } from '../../../ui/format.ts'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { AlsoMark } from './also.tsx'

interface ArtifactHeadProps extends ShownArtifact {
  readonly task: TaskView
}

export function ArtifactHead({ task, artifact, also }: ArtifactHeadProps) {
  const { name, artifactId, chunks, textLength, lastChunk, description } = artifact
  const first = at(chunks, 0)
  const place = first && at(task.events, first.index)?.first
  const facts = [
    chunks.length > 1 ? `${formatCount(chunks.length)} chunks` : undefined,
    textLength > 0 ? formatBytes(textLength) : undefined,
    !lastChunk && task.openStreams > 0 ? 'growing' : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <div className="row-box artifact-head">
      <Package size={13} aria-hidden={true} className="muted" />
      <strong className="truncate" title={description?.slice(0, 400)}>
        <UntrustedText text={name ?? artifactId} limit={200} />
      </strong>
      <span className="muted">{facts.join(' · ')}</span>
      <ArtifactMarks artifact={artifact} />
      <AlsoMark also={also} />
      <span className="spacer" />
      {place && (
        <IconButton
          label="Show on the wire"
          icon={<ExternalLink size={12} aria-hidden={true} />}
          onClick={() => useSelection.getState().selectExchange(place.exchangeId, place.seq)}
        />
      )}
    </div>
  )
}

function ArtifactMarks({ artifact: { marks, stored } }: { readonly artifact: ArtifactView }) {
  const words = [
    marks.replaced > 0 ? 'replaced on the way' : undefined,
    marks['created-by-append'] > 0 ? 'begun by an append' : undefined,
    marks['after-last-chunk'] > 0 ? 'went on after its last chunk' : undefined,
    stored?.relation === 'differs' ? "the agent's own copy differs" : undefined,
    stored?.relation === 'stored-ahead' ? 'the agent keeps more than it streamed' : undefined,
  ].filter((word) => word !== undefined)
  if (words.length === 0) return null
  return <span className="artifact-marks">{words.join(' · ')}</span>
}
