// Ports on which this Parley itself listens: nothing that an agent or a caller names is passed on to one of them.

export type OwnPorts = ReturnType<typeof createOwnPorts>

export function createOwnPorts() {
  const added = new Map<object, number>()
  const listeners: (() => void)[] = []
  const changed = () => {
    for (const listener of listeners) listener()
  }
  return {
    /** Until what it gives back is called. */
    add(port: number): () => void {
      const one = {}
      added.set(one, port)
      changed()
      return () => {
        if (added.delete(one)) changed()
      }
    },
    list: (): readonly number[] => [...new Set(added.values())],
    onChange: (listener: () => void): void => void listeners.push(listener),
  }
}
