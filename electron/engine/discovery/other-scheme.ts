// http where TLS is spoken, or the reverse: told by how it failed.

import type { WireFailure } from '../wire/wire.ts'

/** The address that is probably meant; undefined where nothing tells. */
export function otherScheme({ failure, code, notUnderstood }: WireFailure, url: string): string | undefined {
  if (url.startsWith('https:')) {
    return failure === 'tls' && plainCodes.has(code ?? '') ? withScheme(url, 'http') : undefined
  }
  // A TLS alert in answer to plain text, or not a word.
  const isAlert = notUnderstood?.startsWith('\u0015\u0003') === true
  return isAlert || failure === 'reset' ? withScheme(url, 'https') : undefined
}

const plainCodes = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_RECORD_LAYER_FAILURE',
  'EPROTO',
])

/** The port stays where it is written. */
export function withScheme(url: string, scheme: 'http' | 'https'): string {
  return url.replace(/^https?:/i, `${scheme}:`)
}
