// Objects whose members are named by whoever calls: `__proto__` is a name like any other.

type Members<T> = Readonly<Record<string, T>>

export function ownMember<T>(members: Members<T>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

export function withMember<T>(members: Members<T>, name: string, member: T): Record<string, T> {
  return Object.fromEntries([...Object.entries(withoutMember(members, name)), [name, member]])
}

export function withoutMember<T>(members: Members<T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([each]) => each !== name))
}
