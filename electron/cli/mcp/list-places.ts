/** Places in lists of agents that a cursor stands for; the oldest is forgotten, and its cursor refused. */
const maxListPlaces = 100

export interface ListPlace {
  /** Of the agent; the first page has none. */
  readonly pageToken?: string | undefined
  /** Tasks of this page that were shown before. */
  readonly skip: number
}

/** An agent's token is its own text: a coding agent is given a number in its place. */
export function createListPlaces() {
  const kept = new Map<string, ListPlace>()
  let made = 0
  return {
    get: (cursor: string) => kept.get(cursor),
    keep(place: ListPlace): string {
      made += 1
      const cursor = `${made}`
      kept.set(cursor, place)
      const [oldest] = kept.keys()
      if (kept.size > maxListPlaces && oldest !== undefined) kept.delete(oldest)
      return cursor
    },
  }
}
