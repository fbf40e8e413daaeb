// Searches Parley's files for secrets of a sign-in at Keycloak.

import { everythingIn } from '../../fixtures/everything.ts'
import { leaksIn } from '../../fixtures/planted-secrets.ts'
import { reason, type Verdict } from '../verdict.ts'
import { robot } from './seat.ts'

const jwt = /eyJ[\w-]{10,}\.eyJ/g
/** In JSON, and in JSON within JSON. */
const field =
  /\b(?:access_token|refresh_token|id_token|device_code|client_secret|registration_access_token)\\*"\s*:\s*\\*"(?!\[secret:)/g
const mark = /\brefresh_token\\*"\s*:\s*\\*"\[secret:/

/** `codes`: those that were returned to the browser. */
export async function secretsIn(
  folder: string,
  codes: readonly string[],
  privateKey: string,
): Promise<Verdict> {
  const text = await everythingIn(folder).catch(reason)
  if (codes.length === 0 || !mark.test(text)) return { kind: 'fails', why: 'its files tell of no sign-in' }
  const [, , ofTheKey = ''] = privateKey.split('\n')
  const match = [
    ...leaksIn(text, [...codes, robot.secret, ofTheKey]),
    ...(text.match(jwt) ?? []),
    ...(text.match(field) ?? []),
  ]
  return match.length === 0
    ? { kind: 'works', findings: [] }
    : { kind: 'fails', why: `its files have ${match.length} secrets, such as ${match[0]}` }
}
