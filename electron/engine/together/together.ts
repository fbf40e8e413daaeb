// The agents of a session together, for windows.

import type { EngineClient } from '#shared/contract/contract.ts'
import { answerTogether } from '#shared/story/together/answer-together.ts'
import { mapStrings } from '../sessions/file/map-strings.ts'
import type { ConversationFolds } from '../story/conversation-folds.ts'
import type { TogetherFolds } from './together-folds.ts'

interface TogetherDeps {
  readonly folds: TogetherFolds
  /** Which session it is about now. */
  readonly sessionId: () => string
  readonly followed: ConversationFolds['followed']
  readonly mask: (text: string) => string
}

export function createTogether({ folds, sessionId, followed, mask }: TogetherDeps): EngineClient['together'] {
  return answerTogether({
    caughtUp: () => folds.look(sessionId()),
    followed,
    masked: (value) => mapStrings(value, mask),
  })
}
