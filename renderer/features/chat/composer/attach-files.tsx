import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useCommand } from '../../../commands/commands.ts'
import { IconButton } from '../../../ui/button.tsx'

/** Opens the system's picker. */
export function AttachFiles({ onPick }: { readonly onPick: (files: FileList) => void }) {
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
      <IconButton label="Attach files" icon={<Paperclip size={14} aria-hidden={true} />} onClick={pick} />
    </>
  )
}
