import type { ExchangeDetailAnswer } from '#shared/contract/console.ts'
import type {
  EndEntry,
  FailureEntry,
  NoteEntry,
  RedirectEntry,
  RequestEntry,
  ResponseEntry,
  WebhookEntry,
} from '#shared/record/entry.ts'

/** The entries of an exchange by what they are. */
export interface ExchangeParts {
  readonly request: RequestEntry | undefined
  readonly response: ResponseEntry | undefined
  readonly close: EndEntry | FailureEntry | undefined
  readonly webhook: WebhookEntry | undefined
  readonly redirects: readonly RedirectEntry[]
  readonly notes: readonly NoteEntry[]
}

export function exchangePartsOf({ entries }: ExchangeDetailAnswer): ExchangeParts {
  return {
    request: entries.find((entry) => entry.kind === 'request'),
    response: entries.findLast((entry) => entry.kind === 'response'),
    close: entries.find((entry) => entry.kind === 'end' || entry.kind === 'failure'),
    webhook: entries.find((entry) => entry.kind === 'webhook'),
    redirects: entries.filter((entry) => entry.kind === 'redirect'),
    notes: entries.filter((entry) => entry.kind === 'note'),
  }
}
