// `${env:NAME}` in a credential: stored unresolved, and resolved on each use.

const reference = /\$\{env:([A-Za-z_]\w*)\}/g
/** Only a reference, at most with the name of a scheme before it: it may be stored in plain text. */
const onlyReference = /^(?:[A-Za-z][A-Za-z-]{0,31} )?\$\{env:[A-Za-z_]\w*\}$/

export type Environment = Readonly<Record<string, string | undefined>>

export function isReference(value: string): boolean {
  return onlyReference.test(value)
}

export function variableIn(value: string): string {
  return value.match(/\$\{env:([A-Za-z_]\w*)\}/)?.[1] ?? ''
}

/** Undefined while one of its variables is not set. */
export function resolveReferences(value: string, environment: Environment): string | undefined {
  let missing = false
  const resolved = value.replaceAll(reference, (_, name: string) => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (value === undefined || value === '') missing = true
    // A file read into a variable often ends in a line break.
    return value?.replace(/\r?\n$/, '') ?? ''
  })
  return missing ? undefined : resolved
}
