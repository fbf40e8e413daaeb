// Keys as text: `Mod` is ⌘ on macOS and Ctrl elsewhere, then Shift, then KeyboardEvent.key with letters in upper case:
// `Mod+Shift+E`. A command has the keys of the list, unless the user chose others or none.

import { type CommandId, commandIds, factsOf } from './commands.ts'

export type KeyChoices = readonly { readonly command: string; readonly keys: string | null }[]

export function keysOf(id: CommandId, choices: KeyChoices): string | undefined {
  const choice = choices.find(({ command }) => command === id)
  return choice === undefined ? factsOf(id).keys : (choice.keys ?? undefined)
}

export function commandWith(keys: string, choices: KeyChoices): CommandId | undefined {
  return commandIds.find((id) => keysOf(id, choices) === keys)
}

/** Gives these keys to the command, and takes them from any other. */
export function giveKeys(choices: KeyChoices, id: CommandId, keys: string | undefined): KeyChoices {
  const holders = commandIds.filter((each) => each !== id && keysOf(each, choices) === keys)
  const freed = keys === undefined ? choices : holders.reduce((now, each) => chosen(now, each, null), choices)
  return chosen(freed, id, keys ?? null)
}

/** The keys of the list are not stored as a choice. */
function chosen(choices: KeyChoices, id: CommandId, keys: string | null): KeyChoices {
  const others = choices.filter(({ command }) => command !== id)
  return (factsOf(id).keys ?? null) === keys ? others : [...others, { command: id, keys }]
}

/** Keys with a fixed meaning, which no command can have. */
export const fixedKeys: readonly { readonly keys: string; readonly title: string }[] = [
  { keys: 'Escape', title: 'Close, leave or clear what has the focus' },
  { keys: 'Tab', title: 'Go to the next control' },
  { keys: 'ArrowDown', title: 'Go to the next row of a list; in an empty message, to a later one' },
  { keys: 'ArrowUp', title: 'Go to the previous row; in an empty message, to an earlier one' },
  { keys: 'Enter', title: 'Open or press what has the focus' },
  { keys: 'Mod+F', title: 'Find in the list that has the focus' },
  { keys: 'Space', title: 'Play or pause a replay' },
  { keys: 'ArrowRight', title: 'Next entry of a replay' },
]

const editingKeys = ['Mod+A', 'Mod+C', 'Mod+V', 'Mod+X', 'Mod+Y', 'Mod+Z', 'Mod+Shift+Z']
const windowKeys = ['Mod+Q', 'Mod+W', 'Mod+M']

/** Why no command can have these keys, as a sentence; `undefined` where one can. */
export function refusalOf(keys: string): string | undefined {
  if (fixedKeys.some((fixed) => fixed.keys === keys)) return 'These keys have a fixed meaning.'
  if (editingKeys.includes(keys)) return 'These keys are for editing text.'
  if (windowKeys.includes(keys)) return 'The system uses these keys for windows.'
  if (/^Alt\+Arrow(Left|Right)$/.test(keys) || keys.startsWith('Mod+') || isFunctionKey(keys) || isSign(keys))
    return undefined
  return 'Add Ctrl or ⌘, or use a function key or a symbol such as ?.'
}

/** In text fields it types text and runs nothing. */
export const isSign = (keys: string) => /^[^\p{L}\p{N}\s]$/u.test(keys)

const isFunctionKey = (keys: string) => /^(Shift\+)?F\d{1,2}$/.test(keys)
