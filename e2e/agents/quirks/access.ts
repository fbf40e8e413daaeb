// Servers that require credentials. They compare credentials literally: this is no example of access control.

import { type Exchange, headerOf, type Received, type Reply, reply } from '../http-server.ts'
import type { Quirk } from '../quirk.ts'

export interface Access {
  /** Each of these header values grants access. */
  readonly opens: readonly (readonly [header: string, value: string])[]
  readonly covers: 'card' | 'calls' | 'everything'
  readonly status?: number
  readonly challenge?: string
  readonly contentType?: string
  readonly body?: string
}

export function guarded(access: Access): Quirk {
  const { status = 401, contentType = 'application/json', body = '{"detail":"Not authenticated"}' } = access
  return {
    intercept({ request }: Exchange): Reply | undefined {
      if (!covered(access.covers, request) || opened(access, request)) return undefined
      const challenge =
        access.challenge === undefined ? [] : [['WWW-Authenticate', access.challenge] as const]
      return reply(status, contentType, body, challenge)
    },
  }
}

export const bearer = (token: string, covers: Access['covers'] = 'everything'): Quirk =>
  guarded({ opens: [['Authorization', `Bearer ${token}`]], covers, challenge: 'Bearer realm="kit"' })

function covered(covers: Access['covers'], request: Received): boolean {
  const isCard = request.path.includes('/.well-known/')
  return covers === 'everything' || (covers === 'card') === isCard
}

function opened({ opens }: Access, request: Received): boolean {
  return opens.some(([header, value]) => headerOf(request, header) === value)
}
