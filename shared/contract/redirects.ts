// Redirects that would carry the user's request from one origin to another. Each is a question in every window until one
// answers.

import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'

/** Where the redirect leads: an agent must not send requests to a service that only this machine or its network reaches. */
type RedirectPlace = 'elsewhere' | 'near'

export interface RedirectQuestion {
  readonly id: string
  readonly exchangeId: string
  /** Absent for a request written by hand without an agent: the answer cannot be stored then. */
  readonly agentId?: string
  /** The request. */
  readonly label: string
  readonly method: string
  readonly bodyBytes: number
  /** Origins. */
  readonly from: string
  readonly to: string
  /** The whole address it would be sent to. */
  readonly address: string
  readonly place: RedirectPlace
  readonly isDownload: boolean
}

export const redirectAnswerSchema = z.object({
  questionId: z.string().max(maxIdChars),
  /** `always` is stored for these two origins, with the agent. */
  answer: z.enum(['refuse', 'once', 'always']),
})
export type RedirectAnswer = z.infer<typeof redirectAnswerSchema>['answer']

/** Origins between which a redirect is followed without a question. */
export interface AllowedRedirect {
  readonly from: string
  readonly to: string
}
