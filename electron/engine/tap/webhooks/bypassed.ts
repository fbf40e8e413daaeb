// Webhooks that callers named and that the tap doesn't stand before, for the list of taps.

/** Webhooks that bypass a tap, by address in the list of taps; of others it says how many there are. */
const maxNamedWebhooks = 5
/** Webhooks that bypass a tap, counted in the list of taps; all further ones are on the record alone. */
const maxCountedWebhooks = 1_000

export function createBypassed() {
  const urls = new Set<string>()
  return {
    add(url: string) {
      if (urls.size < maxCountedWebhooks) urls.add(url)
    },
    notices(): readonly string[] {
      const named = [...urls].slice(0, maxNamedWebhooks).map(pushesBypass)
      const more = urls.size - named.length
      if (more === 0) return named
      const places = more === 1 ? '1 more address' : `${more} more addresses`
      return [...named, pushesBypass(places)]
    },
  }
}

function pushesBypass(to: string): string {
  return `Push notifications to ${to} bypass the tap.`
}
