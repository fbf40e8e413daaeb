// Which names in an address, a form or a log stand before a secret.

/** Finds marks in recorded text. The engine reveals an id from memory, as long as it still knows it. */
export const secretMarkPattern = /\[secret:([0-9a-f]{8})\]/g

/** A text that is nothing else: it is masked already. */
export const wholeSecretMark = new RegExp(`^${secretMarkPattern.source}$`)

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

// A secret never reaches the record: this mark stands in its place. The same value gets the same mark while the engine
// runs, so that two uses of one token can be seen to agree without showing it.

export function secretMark(id: string): string {
  return `[secret:${id}]`
}
