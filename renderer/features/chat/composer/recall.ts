export interface Recalled {
  /** 0 is the newest text; -1 is the position before it. */
  readonly position: number
  readonly text: string
}

/**
 * An earlier text, one step from the one recalled last, if that is still in the field; a step past the newest is an empty text.
 * Undefined where the key is not for recalling.
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
