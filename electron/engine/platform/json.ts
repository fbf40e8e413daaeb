// For objects with untrusted member names, among which `__proto__` is valid.

type Members<T> = Readonly<Record<string, T>>

export function withMember<T>(members: Members<T>, name: string, member: T): Record<string, T> {
  return Object.fromEntries([...Object.entries(withoutMember(members, name)), [name, member]])
}

export function withoutMember<T>(members: Members<T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name))
}

/** Whether raw JSON has at most so many values, without parsing it. */
export function hasAtMostValues(json: Buffer, most: number): boolean {
  let values = 0
  let isInString = false
  for (let at = 0; at < json.byteLength; at += 1) {
    const byte = json[at]
    if (byte === 0x22) isInString = !isInString
    else if (byte === 0x5c) at += 1
    else if (!isInString && (byte === 0x2c || byte === 0x5b || byte === 0x7b)) values += 1
  }
  return values <= most
}
