import { type CommandId, isMac } from '#shared/commands.ts'
import { isSign, keysOf } from '#shared/keys.ts'
import { useKeys } from '../state/keys.ts'
import { joinWords } from '../ui/format.ts'

type KeyFacts = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** As shared/keys.ts spells them; `undefined` for what many layouts need for characters, and for a modifier alone. */
export function pressedKeys(event: KeyFacts, onMac = isMac): string | undefined {
  const { metaKey, ctrlKey, shiftKey, altKey } = event
  const [mod, other] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey && !mod && !other && !shiftKey && /^Arrow(Left|Right)$/.test(event.key))
    return `Alt+${event.key}`
  if (altKey || other || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key))
    return undefined
  const key = spelled[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key)
  // Whether Shift makes the sign is the layout's business.
  return joinWords('+', mod && 'Mod', shiftKey && (mod || !isSign(key)) && 'Shift', key)
}

const spelled: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' }

const glyphs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Plus: '+',
}
const macGlyphs: Readonly<Record<string, string>> = { ...glyphs, Mod: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↩' }

/** As the platform writes it: ⌘K, Ctrl+K. */
export function keyLabel(keys: string, onMac = isMac): string {
  const steps = keys.split('+')
  if (onMac) return steps.map((step) => macGlyphs[step] ?? step).join('')
  return steps.map((step) => (step === 'Mod' ? 'Ctrl' : (glyphs[step] ?? step))).join('+')
}

/** The key of a command as the platform writes it, where it has one. */
export function useKeyLabel(id: CommandId): string | undefined {
  const keys = useKeys(({ choices }) => keysOf(id, choices))
  return keys === undefined ? undefined : keyLabel(keys)
}

/** Where a sign is text, or keys are the dialog's own. */
export function isWrittenIn(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, [contenteditable], [role="textbox"]') !== null
  )
}
