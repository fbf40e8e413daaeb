import { type CommandId, isMac } from '#shared/commands.ts'
import { isSign, keysOf } from '#shared/keys.ts'
import { useKeys } from '../state/keys.ts'
import { joinDefined } from '../ui/format.ts'

type KeyFacts = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Keys in the spelling of shared/keys.ts; undefined for a modifier alone and for keys that many layouts need to type characters. */
export function pressedKeys(event: KeyFacts, onMac = isMac): string | undefined {
  const { metaKey, ctrlKey, shiftKey, altKey } = event
  const [mod, other] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey]
  if (altKey && !mod && !other && !shiftKey && /^Arrow(Left|Right)$/.test(event.key))
    return `Alt+${event.key}`
  if (altKey || other || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(event.key))
    return undefined
  const key = spelled[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key)
  // Whether a sign needs Shift depends on the keyboard layout.
  return joinDefined('+', mod && 'Mod', shiftKey && (mod || !isSign(key)) && 'Shift', key)
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

/** Keys in the platform's notation: ⌘K, Ctrl+K. */
export function keyLabel(keys: string, onMac = isMac): string {
  const steps = keys.split('+')
  if (onMac) return steps.map((step) => macGlyphs[step] ?? step).join('')
  return steps.map((step) => (step === 'Mod' ? 'Ctrl' : (glyphs[step] ?? step))).join('+')
}

/** The keys of a command in the platform's notation, if it has any. */
export function useKeyLabel(id: CommandId): string | undefined {
  const keys = useKeys(({ choices }) => keysOf(id, choices))
  return keys === undefined ? undefined : keyLabel(keys)
}

/** Whether keys pressed here belong to a text field or a dialog. */
export function isWrittenIn(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, dialog, [contenteditable], [role="textbox"]') !== null
  )
}
