import { FileUp } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { maxCardBytes } from '#shared/contract/constants.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { useAddCard } from '../use-agent.ts'

/** Adds an agent by the text of its card: from a file, pasted, or dropped onto the text. */
export function AddCardDialog({ onClose }: { readonly onClose: () => void }) {
  const add = useAddCard()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [baseUrl, setBaseUrl] = useState('')
  const [trouble, setTrouble] = useState<string>()

  async function read(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    if (chosen.size > maxCardBytes) {
      setTrouble(`${chosen.name} has ${formatBytes(chosen.size)}; a card has at most 5 MB.`)
      return
    }
    setTrouble(undefined)
    setText(await chosen.text())
  }

  function submit(): void {
    const base = baseUrl.trim()
    add.mutate({ text, ...(base !== '' && { baseUrl: base }) }, { onSuccess: onClose })
  }

  return (
    <FormDialog
      wide
      title="Open a card"
      submitLabel="Open the card"
      disabled={text.trim() === '' || add.isPending}
      error={trouble ?? add.error}
      actions={
        <Button onClick={() => file.current?.click()}>
          <FileUp size={14} /> Choose a file
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <input
        ref={file}
        type="file"
        accept=".json,application/json"
        aria-label="Card file"
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event: ChangeEvent<HTMLInputElement>) => void read(event.target.files?.[0])}
      />
      <TextArea
        label="The card’s JSON"
        mono
        rows={14}
        placeholder="Paste a card here, or drop its file"
        value={text}
        onChange={setText}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          if (event.dataTransfer.files.length === 0) return
          event.preventDefault()
          void read(event.dataTransfer.files[0])
        }}
      />
      <TextField
        label="Base URL"
        hint="Resolves relative addresses on the card. Optional."
        mono
        placeholder="https://agent.example"
        value={baseUrl}
        onChange={setBaseUrl}
      />
    </FormDialog>
  )
}
