/** Percent-encoded UTF-8; what is not stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
