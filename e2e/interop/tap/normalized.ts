// Ids, times and addresses of one run, so that another can be held against it: the same id is the same number wherever it stands.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?/g

export type Normalize = (text: string) => string

/** `ports`: where the agent is reached in this run. */
export function normalizer(ports: readonly number[]): Normalize {
  const ids = new Map<string, string>()
  return (text) => {
    let said = text
    for (const [place, port] of ports.entries())
      said = said.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:PORT-${place + 1}`)
    return said.replace(time, 'TIME').replace(uuid, (id) => {
      const known = ids.get(id) ?? `ID-${ids.size + 1}`
      ids.set(id, known)
      return known
    })
  }
}
