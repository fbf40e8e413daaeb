import { createHash } from 'node:crypto'
import type { RawHeaders } from '#shared/record/entry.ts'
import { isCredentialHeader } from './secrets.ts'

/** The same for the same credentials, which can't be read from it; `also` as in what masks them. */
export function credentialsKey(headers: RawHeaders, also?: ReadonlySet<string>): string | undefined {
  const credentials = headers.filter(([name]) => isCredentialHeader(name, also))
  if (credentials.length === 0) return undefined
  return createHash('sha256').update(JSON.stringify(credentials)).digest('base64')
}
