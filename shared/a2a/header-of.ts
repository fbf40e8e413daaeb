import type { HeaderList } from './dialect.ts'

/** The first with this name, in lower case. */
export function headerOf(headers: HeaderList | undefined, name: string): string | undefined {
  return headers?.find(([each]) => each.toLowerCase() === name)?.[1]
}
