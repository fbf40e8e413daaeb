// A finding is something the agent did that its own version's specification does not allow or does not advise. It is data:
// shown, counted, exported, never thrown.

import { z } from 'zod'
import type { Immutable } from '../defined.ts'
import { text, word } from '../schemas.ts'
import { severities } from './severities.ts'

export type Severity = (typeof severities)[number]

export const findingSchema = z.object({
  /** The conformance kit's requirement id where one matches (`CARD-STRUCT-001`), else one of ours. */
  rule: word,
  severity: z.enum(severities),
  /** RFC 6901, into the raw JSON the finding is about; `''` is the whole document. */
  pointer: text,
  message: text,
  hint: text,
  spec: z.object({ version: word, section: word }),
})
export type Finding = Immutable<z.infer<typeof findingSchema>>
