// What was said, brought to where it belongs: an update to its task, its conversation and its exchange. Holds what must
// be remembered between the entries of one exchange, and forgets it when the exchange ends.

import type { DialectId, Result } from '../a2a/dialect.ts'
import { interruptedStates, type TaskStatus, terminalStates, type Update } from '../a2a/model.ts'
import type { ConversationFold } from './conversations.ts'
import type { EndEntry, FrameEntry, RequestEntry, WebhookEntry } from './entry.ts'
import type { ExchangeFold, ExchangeState, StreamOutcome } from './exchanges.ts'
import type { Answer, Asked } from './reading.ts'
import type { Channel, Place, Source } from './sightings.ts'
import type { TaskList } from './task-list.ts'
import type { TaskFold } from './tasks.ts'
