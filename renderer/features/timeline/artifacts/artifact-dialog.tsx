import type { Part } from '#shared/a2a/model.ts'
import { slice, values } from '#shared/collections/list.ts'
import type { ArtifactFact, TaskView } from '#shared/story/task-view.ts'
import type { ArtifactOutline } from '#shared/story/timeline/outline.ts'
import { useRecord } from '../../../record/use-record.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

interface ArtifactDialogProps {
  readonly task: TaskView
  readonly artifact: ArtifactOutline
  onClose(): void
}

/** An artifact as its pieces add up, growing while they come. */
export function ArtifactDialog({ task, artifact, onClose }: ArtifactDialogProps) {
  const view = useRecord((record) => record.task(task.key)?.artifacts)
  const found = view && slice(view).find(({ artifactId }) => artifactId === artifact.artifactId)
  const text = found ? [...values(found.chunks)].map(pieceOf).join('') : ''
  return (
    <Dialog wide title={visibleString(artifact.name ?? artifact.artifactId)} onClose={onClose}>
      {found && found.textLength < artifact.chars && (
        <p className="muted">This window has not read all of it; every piece is on the wire.</p>
      )}
      {!found && <p className="muted">This window has not read it; every piece is on the wire.</p>}
      <pre className="artifact-content">
        <UntrustedText text={text} limit={20_000} />
      </pre>
    </Dialog>
  )
}

function pieceOf({ parts, marks }: ArtifactFact): string {
  const gap = marks?.includes('after-gap') ? '\n[not read here]\n' : ''
  return gap + parts.map(textOf).join('')
}

function textOf(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'data':
      return `${JSON.stringify(part.data, null, 2)}\n`
    case 'file-bytes':
    case 'file-url':
      return `[${[part.filename ?? 'file', part.mediaType].filter(Boolean).join(', ')}]\n`
    case 'unknown':
      return `${JSON.stringify(part.raw, null, 2)}\n`
  }
}
