import type { BehaviorId, Prompts } from '#shared/checks/behaviors.ts'

/** A prompt may be empty during typing. */
export function changedPrompts(
  prompts: Prompts,
  id: BehaviorId,
  changes: { readonly prompt?: string; readonly answer?: string },
): Prompts {
  return { ...prompts, [id]: { prompt: '', ...prompts[id], ...changes } }
}

/** Drops empty prompts: the agent has no such behavior, or the prompt is unknown. */
export function savedPrompts(prompts: Prompts): Prompts {
  const some = Object.entries(prompts).flatMap(([id, { prompt, answer = '' }]) =>
    prompt.trim() === ''
      ? []
      : [[id, { prompt: prompt.trim(), ...(answer.trim() !== '' && { answer: answer.trim() }) }] as const],
  )
  return Object.fromEntries(some)
}

export function filledBy(
  prompts: Prompts,
  proposed: Prompts,
): { readonly prompts: Prompts; readonly filled: readonly BehaviorId[] } {
  const filled = (Object.keys(proposed) as BehaviorId[]).filter((id) => !prompts[id]?.prompt.trim())
  const added = Object.fromEntries(filled.map((id) => [id, { ...prompts[id], ...proposed[id] }]))
  return { prompts: { ...prompts, ...added }, filled }
}
