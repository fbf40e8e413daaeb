import { ExternalLink } from 'lucide-react'
import { slice, values } from '#shared/record/list.ts'
import type { ArtifactView, TaskView } from '#shared/record/task-view.ts'
import { useRecord } from '../../record/use-record.ts'
import { useSelection } from '../../state/selection.ts'
import { shortId } from '../../ui/short-id.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { Parts } from './parts.tsx'

/** Status messages drawn; all of them are in the timeline. */
const shownMessages = 20

export function TaskBlock({ taskKey }: { readonly taskKey: string }) {
  const task = useRecord((record) => record.task(taskKey))
  if (!task) return null
  const { status } = task
  return (
    <article className="task" aria-label={`Task ${status?.state ?? 'unknown'}`}>
      <button
        type="button"
        className="task-head"
        title={`Show task ${task.taskId} in the timeline`}
        onClick={() => select(task)}
      >
        <StateMark state={status?.state ?? 'unknown'} />
        <span className="spacer" />
        <span className="faint mono">task {shortId(task.taskId)}</span>
        <ExternalLink size={12} aria-hidden={true} className="faint" />
      </button>
      <StatusMessages task={task} />
      {slice(task.artifacts).map((artifact) => (
        <ArtifactSection key={artifact.artifactId} artifact={artifact} />
      ))}
      {task.phase === 'interrupted' && (
        <p className="task-section notice warning">
          <strong>The stream ended before the task did</strong>
          <span>What came until then is above and on the wire.</span>
        </p>
      )}
    </article>
  )
}

/** What the agent said on the way, the newest last. */
function StatusMessages({ task }: { readonly task: TaskView }) {
  const said = [...values(task.messages)].filter(({ origin }) => origin === 'status').slice(-shownMessages)
  if (said.length === 0) return null
  return (
    <div className="task-section task-said">
      {said.map((view) => (
        <Parts key={view.key} parts={view.message.parts} />
      ))}
    </div>
  )
}

function select(task: TaskView): void {
  useSelection.getState().selectTask(task.key)
  useSelection.getState().selectExchange(task.first.exchangeId, task.first.seq)
}

function ArtifactSection({ artifact }: { readonly artifact: ArtifactView }) {
  const parts = [...values(artifact.chunks)].flatMap((chunk) => chunk.parts)
  return (
    <section className="task-section" aria-label={artifact.name ?? 'Artifact'}>
      <p className="artifact-name">
        <strong>{artifact.name ?? artifact.artifactId}</strong>
        <span className="muted">
          {artifact.chunks.length === 1 ? 'one piece' : `${artifact.chunks.length} chunks`}
        </span>
      </p>
      <Parts parts={parts} />
    </section>
  )
}
