// The credentials of each agent, and the origins that may get them. The secrets are in the secret store: this file has
// their names, and references to environment variables, which are not secret.

import { join } from 'node:path'
import { z } from 'zod'
import { memberOf } from '#shared/a2a/json-kinds.ts'
import { withMember, withoutMember } from '../platform/json.ts'
import { openJsonFile } from '../platform/json-files.ts'

/** A value that is only a reference, such as `${env:TOKEN}` or `Token ${env:TOKEN}`. */
const reference = { reference: z.string().optional() }
const storedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bearer'), ...reference }),
  z.object({ kind: z.literal('basic'), username: z.string(), ...reference }),
  z.object({
    kind: z.literal('api-key'),
    location: z.enum(['header', 'query', 'cookie']),
    name: z.string(),
    ...reference,
  }),
  z.object({ kind: z.literal('header'), name: z.string(), ...reference }),
])
export type StoredCredential = z.infer<typeof storedSchema>

const agentAccessSchema = z.object({
  credentials: z.array(storedSchema),
  origins: z.array(z.string()),
  redirects: z.array(z.object({ from: z.string(), to: z.string() })),
})
type AgentAccess = z.infer<typeof agentAccessSchema>

const fileSchema = z.object({ version: z.literal(1), agents: z.record(z.string(), agentAccessSchema) })

export interface CredentialFile {
  accessOf(agentId: string): AgentAccess
  write(agentId: string, access: AgentAccess): Promise<void>
}

export async function openCredentialFile(dataDir: string): Promise<CredentialFile> {
  const file = await openJsonFile(join(dataDir, 'access.json'), fileSchema, { version: 1, agents: {} })
  return {
    accessOf: (agentId) =>
      memberOf(file.value().agents, agentId) ?? { credentials: [], origins: [], redirects: [] },
    write(agentId, access) {
      const { agents } = file.value()
      const empty = Object.values(access).every((list) => list.length === 0)
      return file.write({
        version: 1,
        agents: empty ? withoutMember(agents, agentId) : withMember(agents, agentId, access),
      })
    },
  }
}
