/** Of an agent's words within a sentence of ours or a label, which then end in "…". */
export const maxQuotedChars = 300
/** Of an agent's words in a tooltip, which then end in "…". */
export const maxTitleChars = 400

export function shorten(text: string, length = maxQuotedChars): string {
  return text.length > length ? `${clip(text, length)}…` : text
}

/** Cuts at a length, never through a surrogate pair. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
