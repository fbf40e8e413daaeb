// The window's page comes from app://parley, a scheme of our own: unlike file:// it has an origin, and it reaches only the
// fixed list of built files.

import { protocol } from 'electron'
import type { PageFiles } from '../page/files.ts'
import { pageHeaders } from '../page/headers.ts'

const scheme = 'app'
const host = 'parley'
export const appOrigin = `${scheme}://${host}`
/** `host=port` tells the page to wait for a MessagePort rather than open a WebSocket. */
export const appAddress = `${appOrigin}/?host=port`

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export function serveAppScheme(files: PageFiles): void {
  const headers = pageHeaders([])
  protocol.handle(scheme, (request) => {
    const url = new URL(request.url)
    const name = url.pathname === '/' ? '/index.html' : url.pathname
    const file = url.host === host ? files.get(name) : undefined
    if (!file || request.method !== 'GET')
      return new Response('There is nothing at this address.\n', { status: 404 })
    return new Response(new Uint8Array(file.bytes), { headers: { ...headers, 'Content-Type': file.type } })
  })
}
