// An agent may have been spoken to at several origins; a mock has one. The origin of the first call keeps its paths, the
// others get a prefix.

export interface Origins {
  /** Where the mock serves what was at this address. */
  pathOf(url: string): string
}

export function originsOf(urls: readonly string[]): Origins {
  const origins = [...new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : [])))]
  return {
    pathOf(url) {
      const { origin, pathname } = new URL(url)
      const place = Math.max(0, origins.indexOf(origin))
      return place === 0 ? pathname : `/origin-${place + 1}${pathname}`
    },
  }
}
