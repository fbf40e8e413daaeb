// ⌘K: every command, agent and conversation by name, and every recording by its text. A combobox over a listbox, so that a screen reader
// reads the list as it is filtered.

import { useEffect, useId, useRef, useState } from 'react'
import { type CommandId, commandIds, factsOf } from '#shared/commands.ts'
import { useRecentCommands } from '../state/recent-commands.ts'
import { Button } from '../ui/button.tsx'
import { commandGroups } from './command-groups.ts'
import { runCommand, useCommand, useCommands } from './commands.ts'
import { useKeySheet } from './key-sheet.tsx'
import { useKeyLabel } from './keys.ts'
import { type Match, type MatchGroup, useMatches } from './use-matches.ts'
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
  const matches = useMatches(query)
  const groups = [...useCommandMatches(query), ...matches.groups]
  const all = groups.flatMap(({ entries }) => entries)
  const current = all[Math.min(cursor, all.length - 1)]
  const currentId = current && `${listId}-${current.key}`

  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])

  function leave(): void {
    // Closed first: what follows may move the focus, and a closing dialog gives it back.
    dialog.current?.close()
    // At once, not with the dialog's own event: the palette may be asked for again before that comes.
    close()
  }
  function choose(entry: Match | undefined): void {
    if (!entry) return
    leave()
    entry.run()
  }

  function onKey(event: React.KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && all.length > 0) {
      event.preventDefault()
      setCursor((Math.min(cursor, all.length - 1) + step + all.length) % all.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      leave()
    }
  }

  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={close}>
      <input
        className="palette-input"
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={currentId}
        placeholder="Search commands, agents, conversations and recordings…"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setCursor(0)
        }}
        onKeyDown={onKey}
      />
      <div role="listbox" id={listId} aria-label="Commands" className="palette-list">
        {groups.map((group) => (
          <PaletteGroup key={group.name} group={group} listId={listId} current={current} onChoose={choose} />
        ))}
      </div>
      {matches.isSearching && <p className="palette-none after-a-moment">Searching recordings…</p>}
      {matches.problem !== undefined && <p className="palette-none notice">{matches.problem}</p>}
      {all.length === 0 && !matches.isSearching && <p className="palette-none">Nothing matches “{query}”.</p>}
      {current?.command && <KeyOffer id={current.command} beforeOpening={leave} />}
    </dialog>
  )
}

function useCommandMatches(query: string): readonly MatchGroup[] {
  const runs = useCommands((state) => state.runs)
  const { ids: recent, add } = useRecentCommands()
  const offered = commandIds.filter((id) => runs[id] !== undefined && id !== 'palette.open')
  return commandGroups(offered, recent, query).map(({ name, ids }) => ({
    name,
    entries: ids.map((id) => ({
      key: id,
      title: factsOf(id).title,
      command: id,
      run: () => {
        add(id)
        runCommand(id)
      },
    })),
  }))
}

interface PaletteGroupProps {
  readonly group: MatchGroup
  readonly listId: string
  readonly current: Match | undefined
  onChoose(entry: Match): void
}

function PaletteGroup({ group: { name, entries }, listId, current, onChoose }: PaletteGroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by the role
    <div role="group" aria-label={name}>
      <p className="palette-group faint small bold" aria-hidden={true}>
        {name}
      </p>
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
        <div
          key={entry.key}
          id={`${listId}-${entry.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={entry.key === current?.key}
          className="palette-item line gap-8"
          onClick={() => onChoose(entry)}
        >
          <span className="truncate">{entry.title}</span>
          <span className="muted small truncate fills">{entry.detail}</span>
          {entry.command && <KeyHint id={entry.command} />}
        </div>
      ))}
    </div>
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
