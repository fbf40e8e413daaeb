const names: Readonly<Record<string, string>> = {
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
}

/**
 * Keys as Electron spells them; `undefined` for those it has no name for, which would break the whole menu, and for a
 * bare character, which macOS would take from text input.
 */
export function acceleratorOf(keys: string | undefined): string | undefined {
  const steps = keys?.split('+') ?? []
  const key = steps.at(-1) ?? ''
  if (
    !/^([!-~]|F([1-9]|1\d|2[0-4])|Plus|Space|Enter|Backspace|Delete|Home|End|PageUp|PageDown|Arrow\w+)$/.test(
      key,
    )
  )
    return undefined
  if (steps.length === 1 && key.length === 1) return undefined
  return steps.map((step) => (step === 'Mod' ? 'CommandOrControl' : (names[step] ?? step))).join('+')
}
