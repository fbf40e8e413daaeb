// Redirects that the wire does not follow by itself: asked in the windows that listen, and remembered with the agent where the user
// said so. Where no window listens the answer is no.

import { once } from 'node:events'
import type { AllowedRedirect, RedirectAnswer, RedirectQuestion } from '#shared/contract/redirects.ts'
import { createNews } from '../news.ts'
import type { Crossing, CrossingAnswer } from '../wire/redirect.ts'
import type { CredentialFile } from './credential-file.ts'

export type RedirectQuestions = ReturnType<typeof createRedirectQuestions>

/** Further redirects are not followed: nobody answers so many questions, and an agent may ask any number. */
const maxQuestions = 20

interface Open {
  readonly question: RedirectQuestion
  settle(answer: CrossingAnswer): void
}

export function createRedirectQuestions(file: CredentialFile) {
  const open = new Map<string, Open>()
  const windows = new Set<AbortSignal>()
  const news = createNews()
  let asked = 0

  const allowed = (agentId: string) => file.of(agentId).redirects
  const isAllowed = ({ agentId, from, to }: Crossing) =>
    agentId !== undefined && allowed(agentId).some(isBetween({ from, to }))
  const close = (id: string, answer: CrossingAnswer) => {
    const { settle } = open.get(id) ?? {}
    open.delete(id)
    settle?.(answer)
    news.changed()
  }

  return {
    /** Answers once a window has, or the request has ended. */
    async ask(crossing: Crossing, signal: AbortSignal | undefined): Promise<CrossingAnswer> {
      if (isAllowed(crossing)) return 'follow'
      if (windows.size === 0) return 'unasked'
      if (signal?.aborted) return 'refused'
      if (open.size === maxQuestions) return 'too-many'
      asked += 1
      const id = `${asked}`
      const answered = Promise.withResolvers<CrossingAnswer>()
      open.set(id, {
        question: { id, ...crossing },
        settle: answered.resolve,
      })
      news.changed()
      if (signal) void once(signal, 'abort').then(() => close(id, 'refused'))
      return answered.promise
    },

    /** What waits for an answer, for as long as a window listens. */
    async *waiting(signal: AbortSignal): AsyncGenerator<readonly RedirectQuestion[]> {
      windows.add(signal)
      try {
        yield* news.follow(() => [...open.values()].map(({ question }) => question), signal)
      } finally {
        windows.delete(signal)
        if (windows.size === 0) for (const id of [...open.keys()]) close(id, 'unasked')
      }
    },

    async answer(questionId: string, answer: RedirectAnswer): Promise<boolean> {
      const { question } = open.get(questionId) ?? {}
      if (question === undefined) return false
      const { agentId, from, to } = question
      if (answer === 'always' && agentId !== undefined) {
        const before = file.of(agentId)
        const pair = { from, to }
        const others = before.redirects.filter((each) => !isBetween(pair)(each))
        await file.write(agentId, { ...before, redirects: [...others, pair] })
      }
      close(questionId, answer === 'refuse' ? 'refused' : 'follow')
      for (const { question: other } of [...open.values()]) if (isAllowed(other)) close(other.id, 'follow')
      return true
    },

    /** Whether one of its requests waits for an answer. */
    isAsking: (agentId: string): boolean =>
      [...open.values()].some(({ question }) => question.agentId === agentId),
    allowed,
    async forget(agentId: string, redirect: AllowedRedirect): Promise<void> {
      const before = file.of(agentId)
      const redirects = before.redirects.filter((each) => !isBetween(redirect)(each))
      await file.write(agentId, { ...before, redirects })
    },
  }
}

const isBetween =
  ({ from, to }: AllowedRedirect) =>
  (each: AllowedRedirect): boolean =>
    each.from === from && each.to === to
