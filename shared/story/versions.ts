/** Of things that count their own changes: no other state of any of them has the same. */
export function createVersions(): (of: object, changes: number) => number {
  const known = new WeakMap<object, { readonly changes: number; readonly version: number }>()
  let newest = 0
  return (of, changes) => {
    const before = known.get(of)
    if (before?.changes === changes) return before.version
    newest += 1
    known.set(of, { changes, version: newest })
    return newest
  }
}
