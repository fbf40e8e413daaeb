/** The same value with every string in it replaced; keys and numbers stay. */
export function mapStrings<T>(value: T, replace: (text: string) => string): T
export function mapStrings(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, replace)]))
}
