import { type CommandId, commandIds, factsOf } from '#shared/commands.ts'

type KeyFacts = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** The command of a key press; `Mod` is ⌘ on macOS and Ctrl elsewhere. */
export function commandOfKey(event: KeyFacts, isMac: boolean): CommandId | undefined {
  const mod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (event.altKey) return undefined
  const pressed = [
    mod && 'Mod',
    event.shiftKey && 'Shift',
    event.key.length === 1 ? event.key.toUpperCase() : event.key,
  ]
  const keys = pressed.filter(Boolean).join('+')
  return commandIds.find((id) => factsOf(id).keys === keys)
}

const macGlyphs: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Enter: '↩' }

/** As the platform writes it: ⌘K, Ctrl+K. */
export function keyLabel(keys: string, isMac: boolean): string {
  const steps = keys.split('+')
  if (isMac) return steps.map((step) => macGlyphs[step] ?? step).join('')
  return steps.map((step) => (step === 'Mod' ? 'Ctrl' : step)).join('+')
}

export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.platform)
