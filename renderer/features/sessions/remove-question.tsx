import type { SessionView } from '#shared/contract/sessions.ts'
import { counted, formatBytes } from '../../ui/format.ts'
import { Question } from '../../ui/question.tsx'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf, whenOf } from './session-words.ts'
import { useRemoveSession } from './use-sessions.ts'

export function RemoveQuestion({ session, onClose }: { readonly session: SessionView; onClose(): void }) {
  const remove = useRemoveSession()
  return (
    <Question
      title="Delete this session?"
      no={remove.isPending ? 'Close' : 'Keep it'}
      yes="Delete"
      pending={remove.isPending}
      error={remove.error}
      onNo={onClose}
      onYes={() => remove.mutate(session.id, { onSuccess: onClose })}
    >
      <p>
        <strong>{visibleString(nameOf(session))}</strong> of {whenOf(session.createdAt)}, with{' '}
        {counted(session.exchanges, 'exchange')}: {formatBytes(session.sizeBytes)}.
      </p>
      <p>
        Its messages, files and search entries are removed from disk. Canceling while it runs keeps the rest
        of the session; what is already deleted can’t be restored.
      </p>
      {remove.isPending && (
        <p role="status">
          Deleting… The list shows the progress and can cancel it. Closing this dialog doesn't stop it.
        </p>
      )}
    </Question>
  )
}
