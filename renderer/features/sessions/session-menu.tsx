import { Ellipsis } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { SessionView } from '#shared/contract/sessions.ts'
import { runCommand } from '../../commands/commands.ts'
import { useLayout } from '../../state/layout.ts'
import { useMode } from '../../state/selection.ts'
import { useLooking } from '../../state/viewing.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import {
  DeleteQuestion,
  ExportDialog,
  MockDialog,
  SessionDialog,
  type SessionDialogProps,
} from './lazy-parts.ts'
import { nameOf } from './session-words.ts'
import { useEditSession } from './use-sessions.ts'

interface SessionMenuProps {
  readonly session: SessionView
  /** Safe to show. */
  readonly name: string
  /** Further entries. */
  more?(): readonly MenuItem[]
}

/** The actions on a recording, by its ⋯ and a right click on its row. */
export function SessionMenu({ session, name, more }: SessionMenuProps) {
  const { id, pinned } = session
  const isSaved = session.state === 'kept'
  const edit = useEditSession()
  const [shown, setShown] = useState<{ readonly Dialog: ComponentType<SessionDialogProps> }>()
  function replay(): void {
    showRecording(session)
    useLooking.getState().replay(id, true)
  }
  function present(): void {
    showRecording(session)
    runCommand('present.toggle')
  }
  const opens = (label: string, Dialog: ComponentType<SessionDialogProps>) => ({
    label,
    run: () => setShown({ Dialog }),
  })
  return (
    <>
      <Menu
        label={`More about ${name}`}
        button={<Ellipsis size={13} />}
        subject=".side-row"
        items={() => [
          ...(isSaved && !more ? [{ label: 'Replay', run: replay }] : []),
          { label: 'Present', run: present },
          { label: 'Compare…', run: () => compareRecording(session) },
          opens('Mock agent…', MockDialog),
          opens('Export…', ExportDialog),
          opens('Name and note…', SessionDialog),
          {
            label: pinned ? 'Unpin' : 'Pin',
            run: () => edit.mutate({ sessionId: id, changes: { pinned: !pinned } }),
          },
          ...(more?.() ?? []),
          ...(isSaved ? [opens('Delete…', DeleteQuestion)] : []),
        ]}
      />
      {shown && <shown.Dialog session={session} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** The current session is shown as live. */
export function showRecording(session: SessionView): void {
  const { open, show } = useLooking.getState()
  if (session.state === 'kept') open(session.id, nameOf(session))
  else show(undefined)
}

/** Replaces the content of the mode. */
export function compareRecording(session: SessionView): void {
  const { setMaximized, showMode } = useLayout.getState()
  showRecording(session)
  setMaximized(undefined)
  showMode()
  useMode.getState().compare({ sessionId: session.id })
}
