// Secrets of an exchange put back where their marks stand, when it is sent once more: only to an origin that has them.

import { Fault } from '#shared/contract/fault.ts'
import { revealed, type SentRequest, sentText } from '#shared/export/sent-request.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { originOf } from '../access/origins.ts'
import { hasMark, marksIn } from '../wire/address-secrets.ts'
import type { Wire } from '../wire/wire.ts'

export interface Restored {
  readonly request: SentRequest
  /** Headers that carried a mark: credentials, to be kept from the record and from other places. */
  readonly secret: RawHeaders
}

/** `credentials` are sent in place of a secret that is forgotten. */
export function withSecrets(
  request: SentRequest,
  { reveal, revealFor }: Pick<Wire, 'reveal' | 'revealFor'>,
  credentials: RawHeaders,
): Restored {
  const forgotten = new Set(
    request.headers
      .filter(([, value]) => marksIn(value).some((id) => reveal(id) === undefined))
      .map(([name]) => name.toLowerCase()),
  )
  const instead = credentials.filter(([name]) => forgotten.has(name.toLowerCase()))
  const replaced = new Set(instead.map(([name]) => name.toLowerCase()))
  const kept = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  const origin = originOf(request.url, request.call.binding)
  const whole = revealed({ ...request, headers: kept }, (id) => revealFor(id, origin))
  if (whole.hidden > 0) {
    const told = [request.url, sentText(request), ...kept.map(([, value]) => value)]
    const isKnown = told.flatMap(marksIn).every((id) => reveal(id) !== undefined)
    throw new Fault('bad-input', isKnown ? ofAnother : noLonger)
  }
  const isMarked = kept.map(([, value]) => hasMark(value))
  const { headers } = whole.request
  return {
    request: { ...whole.request, headers: headers.filter((_, index) => !isMarked[index]) },
    secret: [...headers.filter((_, index) => isMarked[index]), ...instead],
  }
}

const noLonger =
  'Parley no longer knows a secret of this request: they are kept in memory only. Write its value where its mark stands, or take it out.'
const ofAnother =
  'This request carries a secret of another address, and goes to a new one. Write the value yourself if it may go there, or take it out.'
