import { type CommandId, factsOf } from '#shared/commands.ts'

/** Commands whose title has every typed word, titles that begin with the query first. */
export function matchCommands(ids: readonly CommandId[], query: string): readonly CommandId[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const found = ids.filter((id) => words.every((word) => factsOf(id).title.toLowerCase().includes(word)))
  const begins = (id: CommandId) => factsOf(id).title.toLowerCase().startsWith(query.trim().toLowerCase())
  return [...found.filter(begins), ...found.filter((id) => !begins(id))]
}
