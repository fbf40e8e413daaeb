// Rules that are muted for an agent: lists and counts leave their findings out, the record keeps every one.

export interface MutedRule {
  readonly rule: string
  /** Absent where no agent was called, as for a webhook. */
  readonly agentId?: string | undefined
}

export type IsMuted = (of: MutedRule) => boolean

export function mutedBy(rules: readonly MutedRule[]): IsMuted {
  const keys = new Set(rules.map(keyOf))
  return (of) => keys.has(keyOf(of))
}

function keyOf({ rule, agentId }: MutedRule): string {
  return JSON.stringify([rule, agentId])
}
