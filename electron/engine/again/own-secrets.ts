// Secrets of an exchange put back where their marks stand, when it is sent once more: only to the place they went to before.

import { Fault } from '#shared/contract/fault.ts'
import { revealed, type SentRequest, sentText } from '#shared/export/sent-request.ts'
import type { RawHeaders } from '#shared/record/entry.ts'
import { secretMarkPattern } from '#shared/record/secret-mark.ts'

export interface Restored {
  readonly request: SentRequest
  /** Headers that carried a mark: credentials, to be kept from the record and from other places. */
  readonly secret: RawHeaders
}

interface Restoring {
  readonly reveal: (secretId: string) => string | undefined
  /** Where the marks come from. */
  readonly from: Pick<SentRequest, 'url'> | undefined
  /** What is sent in place of a secret that is forgotten. */
  readonly credentials: RawHeaders
}

export function withSecrets(request: SentRequest, { reveal, from, credentials }: Restoring): Restored {
  const marked = request.headers.filter(([, value]) => hasMark(value))
  const forgotten = new Set(
    marked
      .filter(([, value]) => ids(value).some((id) => reveal(id) === undefined))
      .map(([name]) => name.toLowerCase()),
  )
  const instead = credentials.filter(([name]) => forgotten.has(name.toLowerCase()))
  const replaced = new Set(instead.map(([name]) => name.toLowerCase()))
  const kept = request.headers.filter(([name]) => !replaced.has(name.toLowerCase()))
  const { request: whole, hidden } = revealed({ ...request, headers: kept }, reveal)
  if (hidden > 0) {
    throw new Fault(
      'bad-input',
      'Parley no longer knows a secret of this request: they are kept in memory only. Write its value where its mark stands, or take it out.',
    )
  }
  const isMarked = kept.map(([, value]) => hasMark(value))
  const told = marked.length > 0 || hasMark(request.url) || hasMark(sentText(request))
  if (told && originOf(from?.url) !== originOf(request.url)) {
    throw new Fault(
      'bad-input',
      'This request carries a secret of another address, and goes to a new one. Write the value yourself if it may go there, or take it out.',
    )
  }
  return {
    request: { ...whole, headers: whole.headers.filter((_, index) => !isMarked[index]) },
    secret: [...whole.headers.filter((_, index) => isMarked[index]), ...instead],
  }
}

function hasMark(text: string): boolean {
  return ids(text).length > 0
}

function ids(text: string): readonly string[] {
  return [...text.matchAll(secretMarkPattern)].flatMap(([, id]) => (id === undefined ? [] : [id]))
}

/** gRPC targets have no scheme. */
function originOf(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  return URL.parse(url)?.host || url
}
