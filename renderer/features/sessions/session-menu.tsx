import { Ellipsis } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { useLooking } from '../../state/looking.ts'
import { Menu } from '../../ui/menu.tsx'
import {
  CompareDialog,
  DeleteQuestion,
  ExportDialog,
  MockDialog,
  SessionDialog,
  type SessionDialogProps,
} from './late-dialogs.ts'
import { nameOf } from './session-words.ts'
import { useEditSession } from './use-sessions.ts'

interface SessionMenuProps {
  readonly session: SessionView
  /** Safe to show. */
  readonly name: string
}

/** What can be done with a recording, by its ⋯ and a right click on its row. */
export function SessionMenu({ session, name }: SessionMenuProps) {
  const { id, pinned } = session
  const isSaved = session.state === 'kept'
  const edit = useEditSession()
  const [shown, setShown] = useState<{ readonly Dialog: ComponentType<SessionDialogProps> }>()
  function replay(): void {
    const { open, replay: showAsReplay } = useLooking.getState()
    open(id, nameOf(session))
    showAsReplay(id, true)
  }
  const opens = (label: string, Dialog: ComponentType<SessionDialogProps>) => ({
    label,
    run: () => setShown({ Dialog }),
  })
  return (
    <span className="side-actions">
      <Menu
        label={`More about ${name}`}
        button={<Ellipsis size={13} />}
        subject=".side-row"
        items={() => [
          ...(isSaved ? [{ label: 'Replay', run: replay }] : []),
          opens('Compare…', CompareDialog),
          opens('Mock agent…', MockDialog),
          opens('Export…', ExportDialog),
          opens('Name and note…', SessionDialog),
          {
            label: pinned ? 'Unpin' : 'Pin',
            run: () => edit.mutate({ sessionId: id, changes: { pinned: !pinned } }),
          },
          ...(isSaved ? [opens('Delete…', DeleteQuestion)] : []),
        ]}
      />
      {shown && <shown.Dialog session={session} onClose={() => setShown(undefined)} />}
    </span>
  )
}
