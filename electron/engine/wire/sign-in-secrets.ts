// What OAuth calls its secrets, in the JSON of its responses and in the forms of its requests. They are new when they come, so they are
// known by where they stand, however that is spelled.

import { wholeSecretMark } from '#shared/record/secret-mark.ts'
import { createSecretMatcher } from './secret-matcher.ts'

const names =
  'access_token|refresh_token|id_token|token|code|device_code|user_code|verification_uri_complete|code_verifier|client_secret|client_assertion|assertion|password|registration_access_token|subject_token|actor_token|id_token_hint|state|nonce'
const isSecret = new RegExp(`^(?:${names})$`, 'i')
const inJson = new RegExp(`("(?:${names})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi')
const inForm = new RegExp(`((?:^|[?&])(?:${names})=)([^&#\\s"]*)`, 'gi')

export function maskSignIn(text: string, mark: (value: string) => string): string {
  const matcher = createSecretMatcher()
  for (const value of secretsIn(text)) matcher.add(value, mark)
  // Those too short to be looked for, and what of a text that was cut off is no JSON.
  const stands = (whole: string, before: string, value: string) =>
    value === '' || wholeSecretMark.test(value) ? whole : before + mark(value)
  return matcher.replace(text).replace(inJson, stands).replace(inForm, stands)
}

function secretsIn(text: string): readonly string[] {
  const found: string[] = []
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (isSecret.test(key) && typeof value === 'string') found.push(value)
      return value
    })
  } catch {
    if (/^[^\s{[]+=/.test(text)) {
      for (const [key, value] of new URLSearchParams(text)) if (isSecret.test(key)) found.push(value)
    }
  }
  return found
}
