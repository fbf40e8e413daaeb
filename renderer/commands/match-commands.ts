import { type CommandId, factsOf } from '#shared/commands.ts'
import { hasEveryWord } from '#shared/filter/words.ts'

/** Commands whose title has every typed word, titles that begin with the query first. */
export function matchCommands(ids: readonly CommandId[], query: string): readonly CommandId[] {
  const found = ids.filter((id) => hasEveryWord(factsOf(id).title, query))
  const begins = (id: CommandId) => factsOf(id).title.toLowerCase().startsWith(query.trim().toLowerCase())
  return [...found.filter(begins), ...found.filter((id) => !begins(id))]
}
