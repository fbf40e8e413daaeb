// Fetches a file that an agent named by URL, on the user's request.

import { headerOf } from '#shared/a2a/header-of.ts'
import { defined } from '#shared/defined.ts'
import type { AccessService } from './access/access.ts'
import type { Handlers } from './handlers.ts'
import { toBody } from './store/body.ts'
import type { Wire } from './wire/wire.ts'

interface FileDeps {
  readonly wire: Wire
  readonly access: AccessService
  readonly currentSession: () => string
}

export function createFetchFile({ wire, access, currentSession }: FileDeps): Handlers<'files'>['fetch'] {
  return async ({ agentId, url: named }, signal) => {
    // Secrets in an agent's address are not searched elsewhere.
    const url = wire.addresses.addresses(named, 'called')
    const { use, ...credentials } = await access.attach(agentId, url)
    const { exchangeId, done } = wire.request({
      sessionId: currentSession(),
      agentId,
      purpose: 'file',
      url,
      method: 'GET',
      streaming: false,
      ...credentials,
      ...defined({ signal }),
    })
    const outcome = await done
    const call = { exchangeId, credentials: use }
    if (outcome.kind === 'failure') return { ...call, ended: 'failed', reason: outcome.failure.message }
    if (outcome.kind === 'stream') {
      return { ...call, ended: 'complete', reason: 'A stream of events came instead of a file.' }
    }
    const { status, headers, body, url: from } = outcome
    const mediaType = headerOf(headers, 'content-type')
    // Masked as in the record, as a file may repeat a credential.
    const bytes = wire.mask.bytes(Buffer.from(body))
    const { hash, sizeBytes } = toBody(bytes).body
    const inline = hash === undefined && { base64: bytes.toString('base64') }
    const place = { ...defined({ hash }), ...inline, sizeBytes }
    return {
      ...call,
      ended: 'complete',
      file: { status, ...defined({ mediaType }), ...place, url: from },
    }
  }
}
