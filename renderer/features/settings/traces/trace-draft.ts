// What the fields of the dialog hold, between the settings as they are and as they are to be.

import type { SecretState } from '#shared/contract/access.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import type { TraceSettings } from '#shared/contract/traces.ts'
import { type RouteDraft, routeDraft, routeIn } from '../../agent/index.ts'

export interface HeaderDraft {
  readonly key: number
  readonly name: string
  readonly value: string
  readonly secret: SecretState
}

export interface TraceDraft extends Omit<TraceSettings, 'headers' | 'network'> {
  readonly headers: readonly HeaderDraft[]
  readonly route: RouteDraft
}

export function draftOf({ headers, network = {}, ...rest }: TraceSettings): TraceDraft {
  const drafts = headers.map((header, key) => ({ ...header, key, value: '' }))
  return { ...rest, headers: drafts, route: routeDraft(network) }
}

export function withHeader(draft: TraceDraft): TraceDraft {
  const key = Math.max(-1, ...draft.headers.map((each) => each.key)) + 1
  return { ...draft, headers: [...draft.headers, { key, name: '', value: '', secret: { state: 'not-set' } }] }
}

/** A header without a name is left out; one without a value keeps the one it has. */
export function wantedOf({ headers, route, ...rest }: TraceDraft): Inputs['traces']['configure'] {
  const named = headers.filter(({ name }) => name.trim() !== '')
  return {
    ...rest,
    network: routeIn(route),
    headers: named.map(({ name, value }) => ({ name: name.trim(), ...(value !== '' && { value }) })),
  }
}
