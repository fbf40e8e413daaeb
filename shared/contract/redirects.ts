// Redirects that would carry what the user sent to one origin to another. Each is a question, asked in every window until one answers.

import { z } from 'zod'
import { maxIdChars } from '../bounded.ts'

/** Where the redirect leads: a service that only this machine or its network reaches is no place for an agent to send requests. */
type RedirectPlace = 'elsewhere' | 'near'

export interface RedirectQuestion {
  readonly id: string
  readonly exchangeId: string
  /** Absent for a request written by hand to no agent: there is nothing the answer could be kept with. */
  readonly agentId?: string
  /** What would be sent there. */
  readonly label: string
  readonly method: string
  readonly bodyBytes: number
  /** Origins. */
  readonly from: string
  readonly to: string
  /** The whole address it would be sent to, to be shown. */
  readonly address: string
  readonly place: RedirectPlace
  readonly isDownload: boolean
}

export const redirectAnswerSchema = z.object({
  questionId: z.string().max(maxIdChars),
  /** `always` is kept for these two origins, with the agent. */
  answer: z.enum(['refuse', 'once', 'always']),
})
export type RedirectAnswer = z.infer<typeof redirectAnswerSchema>['answer']

/** Origins that a redirect may lead from and to without a question. */
export interface AllowedRedirect {
  readonly from: string
  readonly to: string
}
