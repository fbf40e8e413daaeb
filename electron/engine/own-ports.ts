// Ports on which this Parley itself listens: nothing that an agent or a caller names is passed on to one of them.

export interface OwnPorts {
  /** Until what it gives back is called. */
  add(port: number): () => void
  list(): readonly number[]
  onChange(listener: () => void): void
}

export function createOwnPorts(): OwnPorts {
  const added = new Map<object, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    add(port) {
      const one = {}
      added.set(one, port)
      changed()
      return () => {
        if (added.delete(one)) changed()
      }
    },
    list: () => [...new Set(added.values())],
    onChange: (listener) => void listeners.push(listener),
  }
}
