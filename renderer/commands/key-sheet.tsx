// Every command with its key, to be looked up and changed; below them the keys that stay as they are.

import { type CommandId, commandIds, factsOf, type MenuName, menuTitles } from '#shared/commands.ts'
import { fixedKeys, giveKeys, keysOf } from '#shared/keys.ts'
import { useEngine } from '../host/engine.tsx'
import { useKeys } from '../state/keys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useCommand } from './commands.ts'
import { KeyRow } from './key-row.tsx'
import { useKeySheet } from './key-sheet-state.ts'
import { isMac, keyLabel } from './keys.ts'
import { hasWords } from './match-commands.ts'
import './key-sheet.css'

export function KeySheet() {
  const { query, show } = useKeySheet()
  useCommand('keys.show', () => show(''))
  return query === undefined ? null : <OpenSheet query={query} />
}

function OpenSheet({ query }: { readonly query: string }) {
  const { show, close } = useKeySheet.getState()
  const { capabilities } = useEngine()
  const { choices, set } = useKeys()
  const found = commandIds.filter((id) => matches(id, query))
  const fixed = fixedKeys.filter(({ title, keys }) => hasWords(`${title} ${keyLabel(keys, isMac)}`, query))

  function matches(id: CommandId, words: string): boolean {
    const keys = keysOf(id, choices)
    return hasWords(`${factsOf(id).title} ${keys === undefined ? '' : keyLabel(keys, isMac)}`, words)
  }

  return (
    <Dialog
      title="Keyboard shortcuts"
      wide
      onClose={close}
      actions={
        <>
          <Button disabled={choices.length === 0} onClick={() => set([])}>
            Reset all
          </Button>
          <span className="spacer" />
          <Button primary onClick={close}>
            Close
          </Button>
        </>
      }
    >
      <div className="key-search">
        <input
          type="search"
          className="input"
          aria-label="Find a keyboard shortcut"
          placeholder="Find by name or key"
          // The dialog gives it the focus when it opens; React would before, to no end.
          ref={(input) => input?.setAttribute('autofocus', '')}
          value={query}
          onChange={({ target }) => show(target.value)}
        />
      </div>
      {menuNames.map((menu) => (
        <KeyGroup
          key={menu}
          title={menuTitles[menu]}
          rows={found
            .filter((id) => factsOf(id).menu === menu)
            .map((id) => (
              <KeyRow
                key={id}
                id={id}
                choices={choices}
                onGive={(keys) => set(giveKeys(choices, id, keys))}
              />
            ))}
        />
      ))}
      <KeyGroup
        title="These can’t be changed"
        rows={fixed.map(({ keys, title }) => (
          <li key={keys} className="key-row">
            <span className="key-title">{title}</span>
            <kbd>{keyLabel(keys, isMac)}</kbd>
          </li>
        ))}
      />
      {found.length + fixed.length === 0 && <p className="muted">No name or key has “{query}” in it.</p>}
      {!capabilities.nativeMenu && (
        <p className="key-note muted">
          The browser reserves some keys for itself, such as {keyLabel('Mod+N', isMac)},{' '}
          {keyLabel('Mod+T', isMac)} and {keyLabel('Mod+W', isMac)}.
        </p>
      )}
    </Dialog>
  )
}

const menuNames = Object.keys(menuTitles) as readonly MenuName[]

interface KeyGroupProps {
  readonly title: string
  readonly rows: readonly React.ReactNode[]
}

function KeyGroup({ title, rows }: KeyGroupProps) {
  if (rows.length === 0) return null
  return (
    <section className="key-group" aria-label={title}>
      <h3>{title}</h3>
      <ul>{rows}</ul>
    </section>
  )
}
