// ⌘K: finds commands, agents and conversations by name, and recordings by text. A combobox over a listbox, so that screen
// readers follow the filtered list.

import { useEffect, useId, useRef, useState } from 'react'
import { type CommandId, commandIds, factsOf } from '#shared/commands.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { useRecentCommands } from '../state/preferences.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { runCommand, useCommand, useCommands } from './commands.ts'
import { useKeySheet } from './key-sheet.tsx'
import { useKeyLabel } from './keys.ts'
import { type Match, matchesOf } from './match-list.ts'
import { entriesIn, firstOf, type MatchGroup, PaletteList, rowPx, useMatches } from './palette-list.tsx'
import './commands.css'

// The commands as the palette lists them: grouped by subject, the group of the selection first.

interface CommandGroup {
  readonly name: string
  readonly ids: readonly CommandId[]
}

/** Groups by the first word of a command id; all others are about the window. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Request: ['exchange'],
  Task: ['timeline'],
  Chat: ['chat'],
  Agent: ['agent', 'address', 'card'],
  Console: ['console', 'webhooks', 'findings', 'sequence'],
  Checks: ['checks'],
  Recording: ['session', 'present'],
  Window: [],
}

/** With a query, one group with the best matches first; without one, groups with the recent commands first. */
function commandGroups(
  offered: readonly CommandId[],
  recent: readonly string[],
  query: string,
): readonly CommandGroup[] {
  if (query.trim() !== '') return filled([{ name: 'Commands', ids: matchCommands(offered, query) }])
  const again = recent.flatMap((id) => offered.filter((each) => each === id))
  const rest = offered.filter((id) => !again.includes(id))
  return filled([
    { name: 'Recent', ids: again },
    ...Object.keys(groups).map((name) => ({ name, ids: rest.filter((id) => groupOf(id) === name) })),
  ])
}

function groupOf(id: CommandId): string {
  const [noun = ''] = id.split('.')
  return Object.keys(groups).find((name) => groups[name]?.includes(noun)) ?? 'Window'
}

function filled(list: readonly CommandGroup[]): readonly CommandGroup[] {
  return list.filter(({ ids }) => ids.length > 0)
}

export function Palette() {
  const [open, setOpen] = useState(false)
  useCommand('palette.open', () => setOpen(true))
  return open ? <PaletteDialog close={() => setOpen(false)} /> : null
}

function PaletteDialog({ close }: { readonly close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [cursor, setCursor] = useState(0)
  /** The kind that is listed alone. */
  const [alone, setAlone] = useState<string>()
  const all = useGroups(query, alone)
  const show = (kind: string | undefined) => {
    setAlone(kind)
    setCursor(0)
    input.current?.focus()
  }
  const groups = alone === undefined ? all.map((group) => firstOf(group, show)) : all
  const entries = entriesIn(groups)
  const index = Math.min(cursor, Math.max(0, entries.total - 1))
  const current = entries.at(index)
  const problem = groups.find((group) => group.problem !== undefined)?.problem
  const isSearching = groups.some((group) => group.isSearching)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  function leave(): void {
    // Closing a dialog restores the focus, so close it before the command moves the focus.
    dialog.current?.close()
    // Not on the dialog's close event: the palette may be opened again before that event fires.
    close()
  }
  function choose(entry: Match | undefined): void {
    if (!entry) return
    if (!entry.stays) leave()
    entry.run()
  }

  function onKey(event: React.KeyboardEvent): void {
    const step = steps[event.key]
    if (step !== undefined && entries.total > 0) {
      event.preventDefault()
      const next = index + step
      // Page keys stop at the ends of the list; arrow keys wrap around.
      if (Math.abs(step) > 1) setCursor(Math.min(Math.max(next, 0), entries.total - 1))
      else setCursor((next + entries.total) % entries.total)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(current)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      if (alone === undefined) leave()
      else show(undefined)
    }
  }

  return (
    <dialog ref={dialog} className="palette" aria-label="Commands" onClose={close}>
      <input
        ref={input}
        className="palette-input"
        role="combobox"
        aria-label="Search"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.key}`}
        placeholder={placeholderOf(alone)}
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setCursor(0)
        }}
        onKeyDown={onKey}
      />
      {alone !== undefined && <AloneHead group={groups[0]} onAll={() => show(undefined)} />}
      <PaletteList
        key={alone}
        {...{ groups, current, index, listId }}
        isAlone={alone !== undefined}
        onChoose={choose}
      />
      {isSearching && <p className="palette-none after-a-moment">Searching…</p>}
      {problem !== undefined && <p className="palette-none notice">{problem}</p>}
      {entries.total === 0 && !isSearching && <p className="palette-none">Nothing matches “{query}”.</p>}
      {current?.command && <KeyOffer id={current.command} beforeOpening={leave} />}
    </dialog>
  )
}

const pageSize = 8
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageSize,
  PageUp: -pageSize,
}

function placeholderOf(alone: string | undefined): string {
  return `Search ${alone?.toLowerCase() ?? 'commands, agents, conversations and recordings'}…`
}

/** The head of a group listed alone: its count, and the button back to all groups. */
function AloneHead({ group, onAll }: { readonly group: MatchGroup | undefined; onAll(): void }) {
  return (
    <p className="palette-alone line gap-12 dim small">
      <span role="status">{group?.noun && counted(group.total, group.noun)}</span>
      <span className="spacer" />
      <Button onClick={onAll}>All results</Button>
    </p>
  )
}

function useGroups(query: string, alone: string | undefined): readonly MatchGroup[] {
  const groups = [...useCommandMatches(query), ...useMatches(query)]
  return alone === undefined ? groups : groups.filter(({ name }) => name === alone)
}

function useCommandMatches(query: string): readonly MatchGroup[] {
  const runs = useCommands((state) => state.runs)
  const { ids: recent, add } = useRecentCommands()
  const offered = commandIds.filter((id) => runs[id] !== undefined && id !== 'palette.open')
  return commandGroups(offered, recent, query).map(({ name, ids }) => {
    const entries = ids.map((id) => ({
      key: id,
      title: factsOf(id).title,
      command: id,
      run: () => {
        add(id)
        runCommand(id)
      },
    }))
    return { name, rowPx, ...matchesOf(entries) }
  })
}

function KeyOffer({ id, beforeOpening }: { readonly id: CommandId; beforeOpening(): void }) {
  const keys = useKeyLabel(id)
  const { title } = factsOf(id)
  return (
    <p className="palette-foot line gap-12 rule-above dim small">
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

function matchCommands(ids: readonly CommandId[], query: string): readonly CommandId[] {
  const matches = ids.filter((id) => hasEveryWord(factsOf(id).title, query))
  const begins = (id: CommandId) => factsOf(id).title.toLowerCase().startsWith(query.trim().toLowerCase())
  return [...matches.filter(begins), ...matches.filter((id) => !begins(id))]
}
