// Which names in an address, a form or a log stand before a secret.

const whole = 'key|code|sig|jwt|pwd|pass|auth|authorization|assertion|hmac'
const ending =
  'token|secret|signature|password|passwd|passphrase|credentials?|api[-_.]?key|access[-_.]?key(?:[-_.]?id)?'
const keys = '(?:private|subscription|shared|functions?|account|storage|host)[-_.]?key'

/** For a pattern of names: no part of it captures. */
export const credentialNamePattern = `(?:${whole}|[\\w.-]{0,64}?(?:${ending}|${keys}))`

const credentialName = new RegExp(`^${credentialNamePattern}$`, 'i')
/** The cursor of a list is none. */
const pageCursor = /^(?:next[-_.]?)?(?:page|continuation)[-_.]?token$/i

export function isCredentialName(name: string): boolean {
  return credentialName.test(name) && !pageCursor.test(name)
}
