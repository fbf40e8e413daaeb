// What must not be in a log or a report that people hand around: credentials where they stand, and the name of the user's home.

import { homedir } from 'node:os'
import { credentialNamePattern } from '#shared/record/credential-names.ts'

const gone = '[redacted]'
const names = `${credentialNamePattern}|[\\w-]{0,64}?[-_](?:key|sig|code)|cookie`

const patterns: readonly (readonly [RegExp, string])[] = [
  [
    /\b((?:proxy-)?authorization|(?:set-)?cookie|x-[a-z-]{0,64}?(?:key|token|secret))(["']?\s*[:=]\s*["']?)[^"'\r\n]+/gi,
    `$1$2${gone}`,
  ],
  [/\b(Bearer|Basic|Digest|Token) +[\w.~+/=-]{6,}/gi, `$1 ${gone}`],
  [new RegExp(`([?&#;](?:${names})=)[^&#\\s"'<>]+`, 'gi'), `$1${gone}`],
  [new RegExp(`("(?:${names})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'gi'), `$1"${gone}"`],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/@"']+@/gi, `$1${gone}@`],
]

export function redact(text: string, home: string = homedir()): string {
  const masked = patterns.reduce((kept, [pattern, replacement]) => kept.replace(pattern, replacement), text)
  return home.length > 1 ? masked.replaceAll(home, '~') : masked
}
