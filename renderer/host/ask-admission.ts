// Asks serve for a ticket, good for one socket (shared/contract/admission.ts).

import {
  type AdmissionRequest,
  admissionPath,
  admissionSchema,
  challengePath,
  challengeSchema,
} from '#shared/contract/admission.ts'
import { openBrowserKey } from './browser-key.ts'

export class NotAdmitted extends Error {}

export async function askAdmission(page: Location): Promise<string> {
  const token = new URLSearchParams(page.search).get('token') ?? undefined
  const key = await openBrowserKey(token !== undefined)
  if (!key) throw new NotAdmitted()
  const { challenge } = challengeSchema.parse(await (await post(challengePath)).json())
  const proof = await key.prove(page.origin, challenge)
  const answer = await post(admissionPath, { proof, ...(token !== undefined && { token }) })
  if (answer.status === 401) throw new NotAdmitted()
  const { ticket } = admissionSchema.parse(await answer.json())
  // A token is good for one browser: it has no place in an address that may be passed on.
  if (token !== undefined) history.replaceState(null, '', page.pathname)
  return ticket
}

function post(path: string, body?: AdmissionRequest): Promise<Response> {
  return fetch(path, { method: 'POST', credentials: 'omit', ...(body && { body: JSON.stringify(body) }) })
}
