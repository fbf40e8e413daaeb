// Where traces go, and the headers that go along: kept as an agent's credentials are, the names in a file, the values in the secret
// store or as references to the environment.

import { join } from 'node:path'
import { z } from 'zod'
import type { HeaderList } from '#shared/a2a/dialect.ts'
import { networkSchema } from '#shared/contract/connection-settings.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import type { TraceSettings } from '#shared/contract/traces.ts'
import { identityOf, type StoredCredential } from '../access/credential-file.ts'
import { createCredentialSecrets } from '../access/credential-secrets.ts'
import type { Environment } from '../access/environment.ts'
import type { SecretStore } from '../access/secret-store.ts'
import { openJsonFile } from '../json-file.ts'

const fileSchema = z.object({
  version: z.literal(1),
  enabled: z.boolean(),
  endpoint: z.string(),
  format: z.enum(['protobuf', 'json']),
  headers: z.array(
    z.object({ kind: z.literal('header'), name: z.string(), reference: z.string().optional() }),
  ),
  network: networkSchema.optional(),
  /** What was recorded up to here has been sent. */
  sentTo: z.number(),
})
type Kept = z.infer<typeof fileSchema>

/** In the secret store, beside the ids of agents. */
const owner = 'traces'

const initial: Kept = { version: 1, enabled: false, endpoint: '', format: 'protobuf', headers: [], sentTo: 0 }

export async function openTraceSettings(dataDir: string, store: SecretStore, environment: Environment) {
  const file = await openJsonFile(join(dataDir, 'traces.json'), fileSchema, initial)
  const secrets = createCredentialSecrets({ secrets: store, environment })
  const view = (): TraceSettings => {
    const { version: _, sentTo: __, headers, ...rest } = file.value()
    const shown = headers.map((header) => ({ name: header.name, secret: secrets.stateOf(owner, header) }))
    return { ...rest, headers: shown }
  }
  return {
    view,
    sentTo: () => file.value().sentTo,
    keepSentTo: (sentTo: number) => file.write({ ...file.value(), sentTo }),

    async write({ headers, endpoint: typed, ...wanted }: Inputs['traces']['configure'], latest: number) {
      const { enabled, endpoint: before, headers: known, sentTo } = file.value()
      const endpoint = typed.trim()
      if (wanted.enabled || endpoint !== '') refuseEndpoint(endpoint)
      const kept = new Map<string, StoredCredential>(known.map((each) => [identityOf(each), each]))
      const next: Kept['headers'] = []
      for (const { name, value } of headers) {
        refuseHeader(name)
        const header = { kind: 'header' as const, name, ...(value !== undefined && { value }) }
        const stored = await secrets.keep(owner, header, kept)
        if (stored.kind === 'header') next.push(stored)
      }
      const names = new Set(next.map(identityOf))
      await secrets.forget(
        owner,
        known.filter((each) => !names.has(identityOf(each))),
      )
      // What was recorded before somebody asked for traces stays here.
      const goesOn = enabled && before === endpoint
      await file.write({ version: 1, ...wanted, endpoint, headers: next, sentTo: goesOn ? sentTo : latest })
      return view()
    },

    /** The values as they go along; the names of those that are not there. */
    async headers(): Promise<{ readonly headers: HeaderList; readonly missing: readonly string[] }> {
      const headers: [string, string][] = []
      const missing: string[] = []
      for (const header of file.value().headers) {
        const value = await secrets.secretOf(owner, header)
        if (value === undefined) missing.push(header.name)
        else headers.push([header.name, value])
      }
      return { headers, missing }
    },
  }
}

function refuseEndpoint(endpoint: string): void {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Fault('bad-input', 'An endpoint is an http or https address, such as http://127.0.0.1:4318.')
  }
  if (url.username !== '' || url.password !== '') {
    throw new Fault(
      'bad-input',
      'Leave name and password out of the endpoint and set a header, where they are kept safe.',
    )
  }
}

function refuseHeader(name: string): void {
  if (/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return
  throw new Fault('bad-input', `“${name}” can’t be the name of a header.`)
}
