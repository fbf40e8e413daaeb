import { useCallback } from 'react'
import type { TimelineTask } from '#shared/contract/timeline.ts'
import type { ArtifactOutline } from '#shared/story/timeline/outline.ts'
import { useEngine } from '../../../host/engine.tsx'
import { useFollowed } from '../../../record/use-followed.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

interface ArtifactDialogProps {
  readonly task: TimelineTask
  readonly artifact: ArtifactOutline
  onClose(): void
}

/** Of an artifact in its dialog, which says that it is the beginning. */
const maxArtifactChars = 1_000_000

/** An artifact as its pieces add up, growing while they come. */
export function ArtifactDialog({ task, artifact, onClose }: ArtifactDialogProps) {
  const { client } = useEngine()
  const { taskId, agentId } = task
  const { artifactId, name = artifactId } = artifact
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
        <p className="muted">This is the beginning; the console has every chunk.</p>
      )}
      <pre className="artifact-content">
        <UntrustedText text={answer?.text ?? ''} limit={20_000} />
      </pre>
    </Dialog>
  )
}
