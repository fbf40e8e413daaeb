import { Plus } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { type SayablePart, useDraft } from '../../../state/draft.ts'
import { useRunningCalls } from '../../../state/running-calls.ts'
import { formatBytes } from '../../../ui/format.ts'
import { Menu } from '../../../ui/menu.tsx'
import { encodeBase64 } from '../parts/index.ts'
import { usePartEditor } from './part-editor.tsx'

/** Attaches files by the system's picker, or a written part. */
export function Attach({ agentId, onPick }: { readonly agentId: string; onPick(files: FileList): void }) {
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => picker.current?.click()
  useCommand('chat.attach', pick)
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          if (target.files) onPick(target.files)
          target.value = ''
        }}
      />
      <Menu
        label="Attach"
        className="button quiet"
        button={
          <>
            <Plus size={13} /> <span className="foot-word">Attach</span>
          </>
        }
        items={() => [
          { label: 'Files…', run: pick },
          {
            label: 'Data or a file by URL…',
            run: () => usePartEditor.setState({ edited: { agentId, data: {} } }),
          },
        ]}
      />
    </>
  )
}

/** Of one file in a message, base64 and all within one message of the contract; refused with its name. */
const maxAttachedBytes = 96_000_000

/** Files from the picker, a drop or the clipboard, with their names and types. */
export function useAddFiles(agentId: string) {
  const { addParts, setReading } = useDraft.getState()
  return (files: Iterable<File>): void => {
    const chosen = [...files]
    const tooLarge = chosen.filter(({ size }) => size > maxAttachedBytes)
    if (tooLarge.length > 0) {
      const names = tooLarge.map(({ name }) => name).join(', ')
      useRunningCalls
        .getState()
        .setFault(agentId, `Too large for one message (${formatBytes(maxAttachedBytes)} at most): ${names}`)
    }
    setReading(1)
    Promise.all(chosen.filter((file) => !tooLarge.includes(file)).map(partOf))
      .then((parts) => addParts(agentId, parts))
      .catch(() => useRunningCalls.getState().setFault(agentId, 'A file could not be read.'))
      .finally(() => setReading(-1))
  }
}

async function partOf(file: File): Promise<SayablePart> {
  return {
    kind: 'file-bytes',
    base64: await encodeBase64(file),
    ...(file.name !== '' && { filename: file.name }),
    ...(file.type !== '' && { mediaType: file.type }),
  }
}

export function useFileDrop(addFiles: (files: FileList) => void) {
  const [dropping, setDropping] = useState(false)

  function take(event: ClipboardEvent | DragEvent, { files }: DataTransfer): void {
    if (files.length === 0) return
    event.preventDefault()
    addFiles(files)
  }

  return {
    onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
    target: {
      'data-dropping': dropping || undefined,
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDropping(true)
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false)
      },
      onDrop(event: DragEvent) {
        setDropping(false)
        take(event, event.dataTransfer)
      },
    },
  }
}
