// `${env:NAME}` in a credential: kept as it stands, looked up each time it is used.

const reference = /\$\{env:([A-Za-z_]\w*)\}/g
/** Nothing but a reference, with the word of a scheme before it at most: that may lie in the clear. */
const onlyReference = /^(?:[A-Za-z][A-Za-z-]{0,31} )?\$\{env:[A-Za-z_]\w*\}$/

export type Environment = Readonly<Record<string, string | undefined>>

export function isReference(value: string): boolean {
  return onlyReference.test(value)
}

export function variableIn(value: string): string {
  return value.match(/\$\{env:([A-Za-z_]\w*)\}/)?.[1] ?? ''
}

/** Undefined while a variable it needs is not set. */
export function resolveReferences(value: string, environment: Environment): string | undefined {
  let missing = false
  const resolved = value.replaceAll(reference, (_, name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value === undefined || value === '') missing = true
    // A file that was read into a variable often brings its last line break.
    return value?.replace(/\r?\n$/, '') ?? ''
  })
  return missing ? undefined : resolved
}
