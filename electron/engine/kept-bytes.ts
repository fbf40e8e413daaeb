export type KeptBytes = ReturnType<typeof keepBytes>

/** Bytes up to a bound, and how many there were. */
export function keepBytes(maxBytes: number) {
  let parts: Buffer[] = []
  let keptBytes = 0
  let seenBytes = 0
  const bytes = (): Buffer => {
    const all = Buffer.concat(parts)
    parts = [all]
    return all
  }
  return {
    /** False once the bound is passed. */
    add(more: Buffer): boolean {
      seenBytes += more.byteLength
      const room = maxBytes - keptBytes
      const part = more.byteLength > room ? more.subarray(0, room) : more
      if (part.byteLength > 0) parts.push(part)
      keptBytes += part.byteLength
      return seenBytes <= maxBytes
    },
    seenBytes: () => seenBytes,
    bytes,
    /** The same, as they came. */
    parts: (): readonly Buffer[] => parts,
    kept: () => ({ bytes: bytes(), seenBytes }),
    clear() {
      parts = []
      keptBytes = 0
      seenBytes = 0
    },
  }
}
