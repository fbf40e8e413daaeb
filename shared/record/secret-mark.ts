// A secret never reaches the record: this mark stands in its place. The same value gets the same mark while the engine
// runs, so that two uses of one token can be seen to agree without showing it.

export function secretMark(id: string): string {
  return `[secret:${id}]`
}

/** Finds marks in recorded text. The engine reveals an id from memory, as long as it still knows it. */
export const secretMarkPattern = /\[secret:([0-9a-f]{8})\]/g

/** A text that is nothing else: it is masked already. */
export const wholeSecretMark = new RegExp(`^${secretMarkPattern.source}$`)
