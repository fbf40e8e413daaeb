// The commands as the palette lists them: by what they are about, what is selected first.

import type { CommandId } from '#shared/commands.ts'
import { matchCommands } from './match-commands.ts'

export interface CommandGroup {
  readonly name: string
  readonly ids: readonly CommandId[]
}

/** By the first word of their id; the rest is about the window. */
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

/** With a query they are one group, best matches first; without one, those chosen last are first. */
export function commandGroups(
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
