// ⌘K: every command by name. A combobox over a listbox, so that a screen reader reads the list as it is filtered.

import { useEffect, useId, useRef, useState } from 'react'
import { type CommandId, commandIds, factsOf } from '#shared/commands.ts'
import { Button } from '../ui/button.tsx'
import { runCommand, useCommand, useCommands } from './commands.ts'
import { useKeySheet } from './key-sheet.tsx'
import { useKeyLabel } from './keys.ts'
import { matchCommands } from './match-commands.ts'
import './palette.css'

export function Palette() {
  const [open, setOpen] = useState(false)
  useCommand('palette.open', () => setOpen(true))
  return open ? <PaletteDialog close={() => setOpen(false)} /> : null
}

function PaletteDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [cursor, setCursor] = useState(0)
  const runs = useCommands((state) => state.runs)
  const offered = commandIds.filter((id) => runs[id] !== undefined && id !== 'palette.open')
  const found = matchCommands(offered, query)
  const current = found[Math.min(cursor, found.length - 1)]

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function leave(): void {
    // Closed first: what follows may move the focus, and a closing dialog gives it back.
    dialog.current?.close()
    // At once, not with the dialog's own event: the palette may be asked for again before that comes.
    close()
  }
  function choose(id: CommandId | undefined): void {
    if (!id) return
    leave()
    runCommand(id)
  }

  function onKey(event: React.KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setCursor((Math.min(cursor, found.length - 1) + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    }
  }

  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={close}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current ? `${listId}-${current}` : undefined}
        placeholder="Find a command…"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setCursor(0)
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={listId} aria-label="Commands" className="palette-list">
        {found.map((id) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
          <div
            key={id}
            id={`${listId}-${id}`}
            role="option"
            tabIndex={-1}
            aria-selected={id === current}
            className="palette-item line"
            onClick={() => choose(id)}
          >
            {factsOf(id).title}
            <span className="spacer" />
            <KeyHint id={id} />
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="palette-none">No command has “{query}” in its name.</p>}
      {current && <KeyOffer id={current} beforeOpening={leave} />}
    </dialog>
  )
}

function KeyHint({ id }: { readonly id: CommandId }) {
  const keys = useKeyLabel(id)
  return keys ? <kbd>{keys}</kbd> : null
}

interface KeyOfferProps {
  readonly id: CommandId
  beforeOpening(): void
}

/** How the command under the cursor gets a key. */
function KeyOffer({ id, beforeOpening }: KeyOfferProps) {
  const keys = useKeyLabel(id)
  const { title } = factsOf(id)
  return (
    <p className="palette-foot line gap-12 rule-above muted small">
      <span className="truncate">
        {keys ? `${keys} runs “${title}”` : `“${title}” has no keyboard shortcut`}
      </span>
      <span className="spacer" />
      <Button
        onClick={() => {
          beforeOpening()
          useKeySheet.setState({ query: title })
        }}
      >
        {keys ? 'Change' : 'Add one'}
      </Button>
    </p>
  )
}
