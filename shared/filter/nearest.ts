import { type FilterKey, filterKeyNames } from './filter-keys.ts'

const alike: Readonly<Record<string, FilterKey>> = {
  duration: 'dur',
  took: 'dur',
  time: 'dur',
  ms: 'dur',
  path: 'url',
  host: 'url',
  rpc: 'method',
  verb: 'method',
  type: 'kind',
  direction: 'kind',
  error: 'code',
  ctx: 'context',
  bytes: 'size',
  rule: 'finding',
  findings: 'finding',
  dialect: 'version',
}

/** The key somebody probably meant. */
export function nearestOf(name: string): FilterKey | undefined {
  if (Object.hasOwn(alike, name)) return alike[name]
  const begins = filterKeyNames.find((key) => key.startsWith(name.slice(0, 3)) || name.startsWith(key))
  return name.length < 3 ? undefined : begins
}
