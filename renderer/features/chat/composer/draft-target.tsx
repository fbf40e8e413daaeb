import { X } from 'lucide-react'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { type Draft, useDraft } from '../../../state/draft.ts'
import { shortId } from '../../../ui/short-id.ts'
import type { Destination } from './draft-request.ts'

interface DraftTargetProps {
  readonly agentId: string
  readonly draft: Draft
  readonly destination: Destination
}

/** Which task the message continues, and which it refers to. Each can be taken back. */
export function DraftTarget({ agentId, draft, destination: { taskId } }: DraftTargetProps) {
  const { referenceTaskIds } = draft
  if (taskId === undefined && referenceTaskIds.length === 0) return null
  const { change } = useDraft.getState()
  return (
    <ul className="draft-target flex wraps gap-6" aria-label="Tasks of this message">
      {taskId !== undefined && (
        <Target
          label="Replying to task"
          taskId={taskId}
          dismiss="Start a new task instead"
          onDismiss={() => change(agentId, () => ({ continues: 'no-task' }))}
        />
      )}
      {referenceTaskIds.map((id) => (
        <Target
          key={id}
          label="Refers to task"
          taskId={id}
          dismiss="Remove the reference"
          onDismiss={() =>
            change(agentId, (now) => ({
              referenceTaskIds: now.referenceTaskIds.filter((each) => each !== id),
            }))
          }
        />
      ))}
    </ul>
  )
}

interface TargetProps {
  readonly label: string
  readonly taskId: string
  readonly dismiss: string
  onDismiss(): void
}

function Target({ label, taskId, dismiss, onDismiss }: TargetProps) {
  return (
    <li className="chip" title={shorten(taskId, maxTitleChars)}>
      {label} {shortId(taskId)}
      <button type="button" className="chip-dismiss" aria-label={dismiss} title={dismiss} onClick={onDismiss}>
        <X size={11} />
      </button>
    </li>
  )
}
