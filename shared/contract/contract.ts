// The interface between the engine and a window. The engine validates inputs by these schemas; outputs are trusted and have
// types only. The same contract runs over a MessagePort and over a WebSocket.

import type { ContractRouterClient, InferContractRouterInputs } from '@orpc/contract'
import { oc } from '@orpc/contract'
import { access } from './access.ts'
import { again } from './again.ts'
import { agents } from './agents.ts'
import { card } from './card.ts'
import { chat } from './chat.ts'
import { checks } from './checks.ts'
import { codingAgents } from './coding-agents.ts'
import { console } from './console.ts'
import { conversation } from './conversation.ts'
import { demo } from './demo.ts'
import { faultDataSchema } from './fault.ts'
import { files } from './files.ts'
import { host } from './host.ts'
import { mockAgents } from './mock-agents.ts'
import { preferences } from './preferences.ts'
import { push, receiver } from './push.ts'
import { record } from './record.ts'
import { removals } from './removals.ts'
import { replays } from './replay.ts'
import { sessionFiles } from './session-files.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { spanReceiver, spans } from './spans.ts'
import { story } from './story.ts'
import { taps } from './taps.ts'
import { tasks } from './tasks.ts'
import { timeline } from './timeline.ts'
import { together } from './together.ts'
import { traces } from './traces.ts'
import { updates } from './updates.ts'

export const contract = oc.errors({ FAULT: { data: faultDataSchema } }).router({
  host,
  agents,
  access,
  signIn,
  card,
  conversation,
  tasks,
  files,
  chat,
  receiver,
  push,
  record,
  console,
  again,
  checks,
  sessions,
  sessionFiles,
  replays,
  mockAgents,
  taps,
  timeline,
  story,
  together,
  removals,
  preferences,
  demo,
  traces,
  spanReceiver,
  spans,
  updates,
  codingAgents,
})

export type EngineClient = ContractRouterClient<typeof contract>
/** As callers write them; the engine gets the same where a schema only bounds. */
export type Inputs = InferContractRouterInputs<typeof contract>
