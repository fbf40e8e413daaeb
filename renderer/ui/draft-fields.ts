/** What a field takes of a member of a draft: its value, and what changes it. */
export function draftFields<Draft extends object>(draft: Draft, change: (changes: Partial<Draft>) => void) {
  return <Name extends keyof Draft>(name: Name) => ({
    value: draft[name],
    onChange(value: Draft[Name]) {
      const changes: Partial<Draft> = {}
      changes[name] = value
      change(changes)
    },
  })
}
