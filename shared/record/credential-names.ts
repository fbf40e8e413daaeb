// Names in addresses, forms or logs whose value is a secret.

/** Finds marks in recorded text. The engine resolves an id while it remembers the secret. */
export const secretMarkPattern = /\[secret:([0-9a-f]{8})\]/g

/** A text that is only a mark: it is masked already. */
export const wholeSecretMark = new RegExp(`^${secretMarkPattern.source}$`)

const whole = 'key|code|sig|jwt|pwd|pass|auth|authorization|assertion|hmac'
const ending =
  'token|secret|signature|password|passwd|passphrase|credentials?|api[-_.]?key|access[-_.]?key(?:[-_.]?id)?'
const keys = '(?:private|subscription|shared|functions?|account|storage|host)[-_.]?key'

/** For larger patterns: contains no capturing groups. */
export const credentialNamePattern = `(?:${whole}|[\\w.-]{0,64}?(?:${ending}|${keys}))`

const credentialName = new RegExp(`^${credentialNamePattern}$`, 'i')
/** The cursor of a list is not a secret. */
const pageCursor = /^(?:next[-_.]?)?(?:page|continuation)[-_.]?token$/i

export function isCredentialName(name: string): boolean {
  return credentialName.test(name) && !pageCursor.test(name)
}

// A secret never reaches the record: this mark replaces it. Equal values have equal marks while the engine runs, so that two
// uses of one token can be compared without revealing it.

export function secretMark(id: string): string {
  return `[secret:${id}]`
}
