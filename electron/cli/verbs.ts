// Every verb. Parsing, help, completion, the man page and docs/CLI.md are made of this list. A name may have two words.

import { windowVerbs } from '../start-flags.ts'
import { cardGetVerb } from './card/verb.ts'
import { checkVerb } from './check/verb.ts'
import { completionVerb } from './completion/verb.ts'
import { findingsVerb } from './findings/verb.ts'
import { helpVerb, versionVerb } from './help/verb.ts'
import { manVerb } from './manual/verb.ts'
import { mcpVerb } from './mcp/verb.ts'
import { pushVerbs } from './push/verb.ts'
import { recordVerb } from './record/verb.ts'
import { sendVerb } from './send/verb.ts'
import { demoVerb, mockVerb } from './serving/verb.ts'
import { sessionVerbs } from './sessions/verb.ts'
import { tapVerb } from './tap/verb.ts'
import { taskVerbs } from './task/verb.ts'
import type { Verb, VerbText } from './verb.ts'

const others: readonly Verb[] = [
  cardGetVerb,
  sendVerb,
  ...taskVerbs,
  ...pushVerbs,
  checkVerb,
  findingsVerb,
  ...sessionVerbs,
  recordVerb,
  tapVerb,
  demoVerb,
  mockVerb,
  mcpVerb,
  completionVerb,
  manVerb,
  versionVerb,
]

export const verbs: readonly Verb[] = [
  ...others,
  helpVerb([...windowVerbs, ...others].map(({ name }) => name)),
]

/** With the verbs that open a window. */
export const allVerbs: readonly VerbText[] = [...windowVerbs, ...verbs]
