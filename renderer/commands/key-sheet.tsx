// The sheet of keyboard shortcuts: commands with keys, and any command that matches the search, can be changed; fixed keys are
// listed below.

import { RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { create } from 'zustand'
import { type CommandId, commandIds, factsOf, type MenuName, menuTitles } from '#shared/commands.ts'
import { hasEveryWord } from '#shared/filter/words.ts'
import { commandWith, fixedKeys, giveKeys, type KeyChoices, keysOf, refusalOf } from '#shared/keys.ts'
import { useEngine } from '../host/engine.tsx'
import { useKeys } from '../state/keys.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useCommand } from './commands.ts'
import { keyLabel, pressedKeys } from './keys.ts'
import './commands.css'

export function KeySheet() {
  const { query } = useKeySheet()
  useCommand('keys.show', () => show(''))
  return query === undefined ? null : <OpenSheet query={query} />
}

function OpenSheet({ query }: { readonly query: string }) {
  const close = () => show(undefined)
  const { capabilities } = useEngine()
  const { choices, set } = useKeys()
  // Commands without keys are listed only while searching.
  const ids = commandIds.filter((id) =>
    query === '' ? (keysOf(id, choices) ?? factsOf(id).keys) !== undefined : matches(id, query),
  )
  const fixed = fixedKeys.filter(({ title, keys }) => hasEveryWord(`${title} ${keyLabel(keys)}`, query))

  function matches(id: CommandId, words: string): boolean {
    const keys = keysOf(id, choices)
    return hasEveryWord(`${factsOf(id).title} ${keys === undefined ? '' : keyLabel(keys)}`, words)
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
          // The dialog focuses this box when it opens. React's own autoFocus runs before that, without effect.
          ref={(input) => input?.setAttribute('autofocus', '')}
          value={query}
          onChange={({ target }) => show(target.value)}
        />
        {query === '' && (
          <p className="field-hint">Find any other command by its name to give it a shortcut.</p>
        )}
      </div>
      {menuNames.map((menu) => (
        <KeyGroup
          key={menu}
          title={menuTitles[menu]}
          rows={ids
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
          <li key={keys} className="key-row line wraps gap-6 rule-above">
            <span className="fills">{title}</span>
            <kbd>{keyLabel(keys)}</kbd>
          </li>
        ))}
      />
      {ids.length + fixed.length === 0 && <p className="dim">No name or key has “{query}” in it.</p>}
      {!capabilities.nativeMenu && (
        <p className="dim mt-16 small">
          The browser reserves some keys for itself, such as {keyLabel('Mod+N')}, {keyLabel('Mod+T')} and{' '}
          {keyLabel('Mod+W')}.
        </p>
      )}
    </Dialog>
  )
}

const menuNames = Object.keys(menuTitles) as readonly MenuName[]

function KeyGroup({ title, rows }: { readonly title: string; readonly rows: readonly React.ReactNode[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-16" aria-label={title}>
      <h3 className="dim mb-4 small">{title}</h3>
      <ul>{rows}</ul>
    </section>
  )
}

type Step =
  | { readonly kind: 'shown' }
  | { readonly kind: 'listening'; readonly refusal?: string }
  | { readonly kind: 'taken'; readonly keys: string; readonly by: CommandId }

interface KeyRowProps {
  readonly id: CommandId
  readonly choices: KeyChoices
  onGive(keys: string | undefined): void
}

function KeyRow({ id, choices, onGive }: KeyRowProps) {
  const [step, setStep] = useState<Step>({ kind: 'shown' })
  const keys = keysOf(id, choices)
  const own = factsOf(id).keys
  const { title } = factsOf(id)

  function give(keys: string | undefined): void {
    setStep({ kind: 'shown' })
    onGive(keys)
  }
  function requestKey(keys: string | undefined): void {
    const by = keys === undefined ? undefined : commandWith(keys, choices)
    if (keys === undefined || by === undefined || by === id) give(keys)
    else setStep({ kind: 'taken', keys, by })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (step.kind !== 'listening' || event.key === 'Tab') return
    // These keys are being recorded: no command may run.
    event.preventDefault()
    event.stopPropagation()
    const pressed = pressedKeys(event)
    if (pressed === undefined) return
    const refusal = refusalOf(pressed)
    if (pressed === 'Escape') setStep({ kind: 'shown' })
    else if (pressed === 'Backspace' || pressed === 'Delete') give(undefined)
    else if (refusal === undefined) requestKey(pressed)
    else setStep({ kind: 'listening', refusal: `${keyLabel(pressed)}: ${refusal}` })
  }

  return (
    <li className="key-row line wraps gap-6 rule-above">
      <span className="fills">{title}</span>
      {keys !== own && (
        <IconButton
          label={`Reset the key of “${title}”`}
          icon={<RotateCcw size={13} />}
          onClick={() => requestKey(own)}
        />
      )}
      <button
        type="button"
        className="key-change"
        aria-label={`Key of “${title}”: ${keys === undefined ? 'none' : keyLabel(keys)}. Change`}
        aria-pressed={step.kind === 'listening'}
        onClick={() => setStep({ kind: step.kind === 'listening' ? 'shown' : 'listening' })}
        onKeyDown={onKeyDown}
        onBlur={() => step.kind === 'listening' && setStep({ kind: 'shown' })}
      >
        {step.kind === 'listening' ? (
          'Press the keys'
        ) : keys === undefined ? (
          <span className="faint">None</span>
        ) : (
          <kbd>{keyLabel(keys)}</kbd>
        )}
      </button>
      {step.kind === 'listening' && (
        <p className="key-word dim line wraps gap-8 full-width small" role="status">
          {step.refusal ?? 'Backspace removes the shortcut, Esc cancels.'}
        </p>
      )}
      {step.kind === 'taken' && (
        <p className="key-word line wraps gap-8 full-width small" role="alert">
          <span>
            {keyLabel(step.keys)} is the key of “{factsOf(step.by).title}”.
          </span>
          <Button onClick={() => give(step.keys)}>Use it here instead</Button>
          <Button onClick={() => setStep({ kind: 'shown' })}>Cancel</Button>
        </p>
      )}
    </li>
  )
}

/** The search text; undefined while the sheet is closed. */
export const useKeySheet = create<{ readonly query?: string | undefined }>(() => ({}))

function show(query: string | undefined): void {
  useKeySheet.setState({ query })
}
