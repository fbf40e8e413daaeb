import type { HeaderList } from './dialect.ts'

/** A line for each. */
export function headerText(headers: HeaderList): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** The first with this name, in lower case. */
export function headerOf(headers: HeaderList | undefined, name: string): string | undefined {
  return headers?.find(([each]) => each.toLowerCase() === name)?.[1]
}
