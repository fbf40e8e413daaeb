// Guards a listener on loopback against web pages: a foreign host name means DNS rebinding. It also honours the version as
// a query parameter (1.0 §3.6.1), which the SDK reads from the header alone, and with a patch number.

import type { RequestHandler } from 'express'

const LOCAL_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])

export const onlyLocalNames: RequestHandler = (request, response, next) => {
  if (LOCAL_NAMES.has(URL.parse(`http://${request.headers.host}`)?.hostname ?? '')) return next()
  response.status(421).type('text/plain').send('This agent answers to 127.0.0.1 and localhost only.\n')
}

export const readVersion: RequestHandler = (request, _response, next) => {
  const asked = request.headers['a2a-version'] ?? request.query['A2A-Version']
  if (typeof asked === 'string') request.headers['a2a-version'] = withoutPatch(asked)
  next()
}

/** Patch numbers have no part in choosing a version (1.0 §3.6); the SDK refuses them. */
export function withoutPatch(version: string): string {
  return version.replace(/^(\d+\.\d+)\.\d+$/, '$1')
}
