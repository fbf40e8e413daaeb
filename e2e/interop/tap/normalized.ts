// Replaces ids, times and addresses of a run, so that runs can be compared: equal ids become equal numbers.

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})?/g

export type Normalize = (text: string) => string

/** `ports`: where the agent is reached in this run; through a tap, one for all. */
export function normalizer(ports: readonly number[]): Normalize {
  const ids = new Map<string, string>()
  return (text) => {
    let output = text
    for (const port of ports) output = output.replaceAll(`127.0.0.1:${port}`, '127.0.0.1:PORT')
    return output.replace(time, 'TIME').replace(uuid, (id) => {
      const current = ids.get(id) ?? `ID-${ids.size + 1}`
      ids.set(id, current)
      return current
    })
  }
}
