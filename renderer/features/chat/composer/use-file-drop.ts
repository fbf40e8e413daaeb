import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** Files that are pasted, or dropped onto it, are attached. */
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
