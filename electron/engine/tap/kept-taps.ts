// Which taps there are, over a restart: the port of each is one that callers were given.

import { join } from 'node:path'
import { z } from 'zod'
import { maxIdChars } from '#shared/bounded.ts'
import { agentIdSchema } from '#shared/contract/agents.ts'
import { signedCardChoices } from '#shared/contract/taps.ts'
import { openJsonFile } from '../json-file.ts'

const keptTapSchema = z.object({
  id: z.string().max(maxIdChars),
  /** Without it, a forward proxy. */
  agentId: agentIdSchema.exactOptional(),
  port: z.int().min(0).max(65_535),
  host: z.string().max(maxIdChars),
  signedCards: z.enum(signedCardChoices).default('rewritten'),
  /** Not stopped by the user. */
  running: z.boolean(),
  /** Where callers name webhooks, agents are given addresses of the tap. */
  webhooks: z.boolean().optional(),
})
export type KeptTap = z.infer<typeof keptTapSchema>

/** `now`: of an engine that is opened for one command, which neither opens nor changes them. */
export async function openKeptTaps(dataDir: string, keptFor: 'good' | 'now') {
  if (keptFor === 'now') return { read: () => [], write: async () => undefined }
  const file = await openJsonFile<readonly KeptTap[]>(join(dataDir, 'taps.json'), z.array(keptTapSchema), [])
  return { read: file.value, write: file.write }
}
