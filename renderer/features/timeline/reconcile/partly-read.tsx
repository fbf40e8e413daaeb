import type { Task } from '#shared/a2a/model.ts'
import type { Outline } from '#shared/story/timeline/outline.ts'
import { visibleString } from '../../../ui/visible-text.ts'
import { StoredLine } from '../artifacts/index.ts'
import { Verdict } from './verdict.tsx'

interface PartlyReadProps {
  readonly outline: Outline
  readonly stored: Task
}

/** Of a stream that this window has read in part only, the engine tells how it compares: it has read all of it. */
export function PartlyRead({ outline, stored }: PartlyReadProps) {
  const { state, artifacts } = outline
  const kept = new Set((stored.artifacts ?? []).map(({ artifactId }) => artifactId))
  const sameState = stored.status.state === state
  const others = artifacts.filter(
    ({ artifactId, stored: copy }) => !kept.has(artifactId) || copy?.as !== 'equal',
  )
  const differences = others.length + (sameState ? 0 : 1)
  return (
    <>
      <Verdict differences={differences} />
      <p className="muted">
        This task is too long to be shown side by side; the engine compared all that was streamed of it.
      </p>
      {!sameState && (
        <p>
          State: streamed {state ?? 'nothing'}, stored {stored.status.state}.
        </p>
      )}
      <ul className="artifact-list" aria-label="Artifacts compared">
        {artifacts.map((artifact) => (
          <li key={artifact.artifactId} className="artifact">
            <strong>{visibleString(artifact.name ?? artifact.artifactId)}</strong>
            {kept.has(artifact.artifactId) ? (
              <StoredLine artifact={artifact} />
            ) : (
              <p className="artifact-stored differs">The agent does not store it.</p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
