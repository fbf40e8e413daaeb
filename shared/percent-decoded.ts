/** Decodes percent-encoded UTF-8; returns invalid text unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
