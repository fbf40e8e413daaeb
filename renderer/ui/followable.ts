/** The address spelled out, or undefined where it is none that a person may follow from here. */
export function isHttpUrl(url: string): string | undefined {
  if (url.length > 8192) return undefined
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : undefined
}
