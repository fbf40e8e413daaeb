// Asks serve for a ticket, good for one socket (shared/contract/admission.ts).

import { isMembers } from '#shared/a2a/json-kinds.ts'
import { admissionPath, challengePath } from '#shared/contract/admission.ts'
import type { AdmissionRequest } from '#shared/contract/admission-schemas.ts'
import { defined } from '#shared/defined.ts'
import { type BrowserKey, type BrowserKeys, openBrowserKeys } from './browser-key.ts'

export class NotAdmitted extends Error {}

export async function askAdmission(page: Location): Promise<string> {
  const keys = await openBrowserKeys()
  const token = new URLSearchParams(page.search).get('token') ?? undefined
  const ticket =
    (await askWithKept(keys, page.origin)) ?? (token && (await askWithToken(keys, page.origin, token)))
  if (!ticket) throw new NotAdmitted()
  // A token is good for one browser: it has no place in an address that may be passed on.
  if (token !== undefined) history.replaceState(null, '', page.pathname)
  return ticket
}

async function askWithKept(keys: BrowserKeys, origin: string): Promise<string | undefined> {
  const kept = await keys.kept()
  return kept && askAndKeep(kept, origin)
}

async function askWithToken(keys: BrowserKeys, origin: string, token: string): Promise<string | undefined> {
  return askAndKeep(await keys.make(), origin, token)
}

async function askAndKeep(key: BrowserKey, origin: string, token?: string): Promise<string | undefined> {
  const ticket = await ask(key, origin, token)
  // A browser that keeps nothing is let in all the same, this once.
  if (ticket !== undefined) await key.keep().catch(() => undefined)
  return ticket
}

/** Undefined where the key isn't known, and no token makes it known. */
async function ask(key: BrowserKey, origin: string, token?: string): Promise<string | undefined> {
  const challenge = await textIn(await post(challengePath), 'challenge')
  const proof = await key.prove(origin, challenge)
  const answer = await post(admissionPath, { proof, ...defined({ token }) })
  if (answer.status === 401) return undefined
  return textIn(answer, 'ticket')
}

function post(path: string, body?: AdmissionRequest): Promise<Response> {
  return fetch(path, { method: 'POST', credentials: 'omit', ...(body && { body: JSON.stringify(body) }) })
}

async function textIn(answer: Response, name: string): Promise<string> {
  const body: unknown = await answer.json()
  const text = isMembers(body) ? body[name] : undefined
  if (typeof text !== 'string') throw new Error(`Parley’s answer has no ${name}.`)
  return text
}
