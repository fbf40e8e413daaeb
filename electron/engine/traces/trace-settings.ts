// The endpoint for traces and its headers: stored like credentials, with names in a file and values in the secret store
// or as references to the environment. A command's settings apply to that process alone.

import { join } from 'node:path'
import { z } from 'zod'
import type { HeaderList } from '#shared/a2a/dialect.ts'
import type { Inputs } from '#shared/contract/contract.ts'
import { Fault } from '#shared/contract/fault.ts'
import { type TraceSettings, traceTargetSchema } from '#shared/contract/traces.ts'
import { defined } from '#shared/defined.ts'
import { createCredentialSecrets } from '../access/credential-secrets.ts'
import type { Environment } from '../access/environment.ts'
import type { SecretStore } from '../access/secret-store.ts'
import { certificatesIn } from '../network-profile.ts'
import { openJsonFile } from '../platform/json-files.ts'

const fileSchema = z.object({
  version: z.literal(1),
  enabled: z.boolean(),
  ...traceTargetSchema.shape,
  headers: z.array(
    z.object({ kind: z.literal('header'), name: z.string(), reference: z.string().optional() }),
  ),
  /** Everything up to here has been sent. */
  sentTo: z.number(),
})
type StoredTraceSettings = z.infer<typeof fileSchema>

/** The owner in the secret store, beside the ids of agents. */
export const traceOwner = 'traces'

const initial: StoredTraceSettings = {
  version: 1,
  enabled: false,
  endpoint: '',
  format: 'protobuf',
  headers: [],
  sentTo: 0,
}

export type Settings = Awaited<ReturnType<typeof openTraceSettings>>

interface TraceSettingsDeps {
  readonly dataDir: string
  readonly secrets: SecretStore
  readonly environment: Environment
  readonly isCommand: boolean
}

export async function openTraceSettings(deps: TraceSettingsDeps) {
  const file = await openJsonFile(join(deps.dataDir, 'traces.json'), fileSchema, initial)
  const secrets = createCredentialSecrets(deps)
  let forNow: StoredTraceSettings | undefined
  const value = () => forNow ?? file.value()
  const keep = async (stored: StoredTraceSettings, isForNow: boolean): Promise<void> => {
    if (isForNow) forNow = stored
    else await file.write(stored)
  }
  const view = (): TraceSettings => {
    const { version: _, sentTo: __, headers, ...rest } = value()
    const shown = headers.map((header) => ({
      name: header.name,
      secret: secrets.stateOf(traceOwner, header),
    }))
    return { ...rest, headers: shown }
  }
  return {
    view,
    isForNow: () => forNow !== undefined,
    sentTo: () => value().sentTo,
    keepSentTo: (sentTo: number) => keep({ ...value(), sentTo }, forNow !== undefined),

    async write({ headers, endpoint: typed, ...requested }: Inputs['traces']['configure'], latest: number) {
      const { enabled, endpoint: before, headers: existing, sentTo } = value()
      const endpoint = typed.trim()
      if (requested.enabled || endpoint !== '') refuseEndpoint(endpoint)
      if (requested.network?.caPem !== undefined) certificatesIn(requested.network.caPem)
      for (const { name } of headers) refuseHeader(name)
      const requestedHeaders = headers.map(({ name, value }) => ({
        kind: 'header' as const,
        name,
        ...defined({ value }),
      }))
      const stored = await secrets.replace(traceOwner, existing, requestedHeaders)
      const next = stored.filter((each) => each.kind === 'header')
      // Earlier entries are not sent.
      const goesOn = enabled && before === endpoint
      await keep(
        { version: 1, ...requested, endpoint, headers: next, sentTo: goesOn ? sentTo : latest },
        deps.isCommand,
      )
      return view()
    },

    /** The headers with values, and the names of those without one. */
    async headers(): Promise<{ readonly headers: HeaderList; readonly missing: readonly string[] }> {
      const headers: [string, string][] = []
      const missing: string[] = []
      for (const header of value().headers) {
        const value = await secrets.secretOf(traceOwner, header)
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
