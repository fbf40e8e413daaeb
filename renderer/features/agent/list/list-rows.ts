import type { Agent } from '#shared/contract/agents.ts'

export type ListRow =
  | {
      readonly kind: 'group'
      readonly key: string
      readonly name: string
      readonly members: readonly Agent[]
    }
  | { readonly kind: 'agent'; readonly key: string; readonly agent: Agent; readonly index: number }

/** A head over the agents of each group, and none of a group that is folded. */
export function listRows(agents: readonly Agent[], folded: ReadonlySet<string>): readonly ListRow[] {
  const groups = Map.groupBy(agents, ({ group }) => group)
  return agents.flatMap((agent, index): readonly ListRow[] => {
    const { group: name, id } = agent
    const row = { kind: 'agent', key: id, agent, index } as const
    if (name === undefined) return [row]
    const shown = folded.has(name) ? [] : [row]
    if (name === agents[index - 1]?.group) return shown
    return [{ kind: 'group', key: `group ${id}`, name, members: groups.get(name) ?? [] }, ...shown]
  })
}
