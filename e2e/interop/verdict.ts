// The result of one operation of one server. `works` always rests on checked content.

export type Verdict =
  | {
      readonly kind: 'works'
      readonly findings: readonly string[]
      /** The user had to choose this: plain file bytes did not arrive. */
      readonly filesTwice?: true
    }
  /** This version of the protocol does not have it over this binding. */
  | { readonly kind: 'not in version' }
  /** The card does not offer it. */
  | { readonly kind: 'not on the card' }
  | { readonly kind: 'fails'; readonly why: string }

/** Thrown by a case: the answer is not as expected. */
export class Mismatch extends Error {}

/** Thrown by a case: the dialect has no such operation. */
export class NotInVersion extends Error {}

/** Thrown by a case: the card does not offer it. */
export class NotOnTheCard extends Error {}

export function expect(observed: unknown, requested: unknown, what: string): void {
  const [a, b] = [stable(observed), stable(requested)]
  if (a !== b) throw new Mismatch(`${what} is ${brief(a)}, not ${brief(b)}`)
}

export function present<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Mismatch(`there is no ${what}`)
  return value
}

/** JSON with sorted members: gRPC keeps no order. */
function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? 'undefined'
  )
}

function brief(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}

export function verdictOn(error: unknown): Verdict {
  if (error instanceof NotInVersion) return { kind: 'not in version' }
  if (error instanceof NotOnTheCard) return { kind: 'not on the card' }
  return { kind: 'fails', why: reason(error) }
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
