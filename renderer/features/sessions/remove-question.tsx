import type { SessionView } from '#shared/contract/sessions.ts'
import { messageOf } from '../../host/message-of.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatBytes } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { counted, nameOf, whenOf } from './session-words.ts'
import { useRemoveSession } from './use-sessions.ts'

export function RemoveQuestion({ session, onClose }: { readonly session: SessionView; onClose(): void }) {
  const remove = useRemoveSession()
  return (
    <Dialog
      title="Delete this session?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            primary
            disabled={remove.isPending}
            onClick={() => remove.mutate(session.id, { onSuccess: onClose })}
          >
            Delete
          </Button>
        </>
      }
    >
      <p>
        <strong>{visibleString(nameOf(session))}</strong> of {whenOf(session.createdAt)}, with{' '}
        {counted(session.exchanges, 'exchange')}: {formatBytes(session.sizeBytes)}.
      </p>
      <p>
        What was said, its files and its words in the search are taken off the disk. This cannot be undone.
      </p>
      {remove.error && (
        <p className="notice" role="alert">
          {messageOf(remove.error)}
        </p>
      )}
    </Dialog>
  )
}
