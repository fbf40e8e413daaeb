// What the receiver keeps between two starts: how it was asked to listen, and the configurations that agents may still call.
// Tokens and credentials are there as proofs only.

import { join } from 'node:path'
import { z } from 'zod'
import type { DialectId } from '#shared/a2a/dialect.ts'
import { pushStandings } from '#shared/contract/constants.ts'
import { answerPlanSchema, receiverSettingsSchema } from '#shared/contract/push.ts'
import { type JsonFile, openJsonFile } from '../json-file.ts'
import { proofSchema } from './proof.ts'

const storedConfigSchema = z.object({
  id: z.string(),
  agentId: z.string(),
  taskId: z.string().optional(),
  /** The segment of the path that nobody can guess. */
  pathKey: z.string(),
  url: z.string(),
  agentConfigId: z.string(),
  token: proofSchema.optional(),
  scheme: z.string().optional(),
  credentials: proofSchema.optional(),
  dialect: z.custom<DialectId>((value) => typeof value === 'string').optional(),
  standing: z.enum(pushStandings),
  sentence: z.string(),
  exchangeId: z.string().optional(),
  createdAt: z.number(),
  /** When it last went to the agent. */
  sentAt: z.number().optional(),
  answeredAt: z.number().optional(),
  calls: z.number(),
  firstCallAt: z.number().optional(),
  lastCallAt: z.number().optional(),
  plan: answerPlanSchema,
  keys: z
    .object({ from: z.string(), text: z.string(), count: z.number(), issuer: z.string().optional() })
    .optional(),
})
export type StoredConfig = z.infer<typeof storedConfigSchema>

const fileSchema = z.object({
  version: z.literal(1),
  settings: receiverSettingsSchema,
  /** The port it had, to be had again. */
  lastPort: z.number().optional(),
  configurations: z.array(storedConfigSchema),
})
export type ReceiverFile = z.infer<typeof fileSchema>

export function openReceiverFile(dataDir: string): Promise<JsonFile<ReceiverFile>> {
  return openJsonFile<ReceiverFile>(join(dataDir, 'receiver.json'), fileSchema, {
    version: 1,
    settings: { reach: { kind: 'loopback' }, port: 0 },
    configurations: [],
  })
}
