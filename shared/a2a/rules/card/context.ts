import type { JsonObject } from '../../model.ts'
import { asVersion, type Report } from '../report.ts'
import { olderVersion } from '../shapes/security-schemes.ts'

/** Facts about a card in its entry of an AI Catalog. */
export interface ListedAs {
  readonly type: string
  readonly name?: string | undefined
  readonly version?: string | undefined
}

/** Facts about a card besides its JSON. */
export interface CardFacts {
  readonly url?: string
  /** The requested or expected version, where the card does not declare one. */
  readonly protocolVersion?: string
  readonly listed?: ListedAs | undefined
}

export type CardFamily = '0.1' | '0.x' | '1.0' | 'hybrid'

/** Input of the rules beyond the shape. */
export interface CardContext {
  readonly card: JsonObject
  readonly family: CardFamily
  readonly facts: CardFacts
}

/** The members of a hybrid card for older clients are held to the older version. */
export function inOlderHalf(report: Report, { family }: CardContext, check: (report: Report) => void): void {
  if (family === 'hybrid') asVersion(report, olderVersion, check)
  else check(report)
}
