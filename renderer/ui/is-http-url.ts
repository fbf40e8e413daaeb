/** The normalized URL; undefined unless it is http or https and short enough to open. */
export function isHttpUrl(url: string): string | undefined {
  if (url.length > 8192) return undefined
  const parsed = URL.parse(url)
  return parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') ? parsed.href : undefined
}
