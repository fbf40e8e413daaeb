// One Keycloak and one browser, for all agents.

import { generateKeyPairSync } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { ensureBuilt } from '../../../electron/built.ts'
import { root } from '../../fixtures/serve-front.ts'
import { openBrowser } from '../../open-browser.ts'
import type { RunningServer } from '../server-process.ts'
import { startSubject } from '../start-subject.ts'
import { keycloak } from './subjects.ts'

export interface SignInDesk {
  readonly server: RunningServer
  readonly browser: Browser
  readonly privateKey: string
  close(): Promise<void>
}

export async function openSignInDesk(cache: string): Promise<SignInDesk> {
  await ensureBuilt(root, console.log)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keys = JSON.stringify({
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'keyed', use: 'sig', alg: 'RS256' }],
  })
  // Escaped for a string in the realm's JSON.
  const env = { KEYED_JWKS: JSON.stringify(keys).slice(1, -1) }
  const browser = await openBrowser()
  const server = await startSubject(keycloak, cache, { env }).catch(async (error: unknown) => {
    await browser.close()
    throw error
  })
  return {
    server,
    browser,
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
