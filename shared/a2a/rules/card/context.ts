import type { JsonObject } from '../../model.ts'
import { asVersion, type Report } from '../report.ts'
import { olderVersion } from '../shapes/security-schemes.ts'

/** What the entry of an AI Catalog reports of the card it leads to. */
export interface ListedAs {
  readonly type: string
  readonly name?: string | undefined
  readonly version?: string | undefined
}

/** What is known of a card besides its JSON. */
export interface CardFacts {
  /** Where the card was fetched from. */
  readonly url?: string
  /** The version requested or expected, where the card itself does not say. */
  readonly protocolVersion?: string
  readonly listed?: ListedAs | undefined
}

export type CardFamily = '0.1' | '0.x' | '1.0' | 'hybrid'

/** A card as the rules beyond its shape see it. */
export interface CardContext {
  readonly card: JsonObject
  readonly family: CardFamily
  readonly facts: CardFacts
}

/** What a card of two versions says for clients of the older is held to that one. */
export function inOlderHalf(report: Report, { family }: CardContext, check: (report: Report) => void): void {
  if (family === 'hybrid') asVersion(report, olderVersion, check)
  else check(report)
}
