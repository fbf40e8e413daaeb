export interface Recalled {
  /** From the newest, which is 0; before it, -1, there is nothing. */
  readonly position: number
  readonly text: string
}

/**
 * What was said before, a step from what was recalled last, as long as that is what is written; a step past the newest is an empty text.
 * Undefined where the key has another meaning.
 */
export function recall(
  texts: readonly string[],
  last: Recalled | undefined,
  step: 'older' | 'newer',
  written: string,
): Recalled | undefined {
  const recalled = last && last.position >= 0 && last.text === written ? last : undefined
  if (!recalled && (written !== '' || step === 'newer')) return undefined
  const position = (recalled?.position ?? -1) + (step === 'older' ? 1 : -1)
  const text = texts[position]
  if (text !== undefined) return { position, text }
  return step === 'newer' ? { position: -1, text: '' } : undefined
}
