import { implement } from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'
import type { Engine } from './engine.ts'

const on = implement(contract).host

type Used = Pick<Engine, 'host' | 'openings' | 'problems' | 'internalErrors' | 'redirects' | 'sessions'>

/** What a window asks of what surrounds the engine. */
export function hostRoutes({ host, openings, problems, internalErrors, redirects, sessions }: Used) {
  return {
    capabilities: on.capabilities.handler(() => host.capabilities),
    openLink: on.openLink.handler(({ input }) => host.openLink(input.url)),
    reportProblem: on.reportProblem.handler(({ input }) => problems.report(input)),
    internalErrors: on.internalErrors.handler(async function* ({ signal }) {
      yield* internalErrors.follow(signal ?? AbortSignal.abort())
    }),
    menuCommands: on.menuCommands.handler(async function* ({ signal }) {
      yield* host.menuCommands(signal ?? AbortSignal.abort())
    }),
    offerCommands: on.offerCommands.handler(({ input }) => {
      host.offerCommands(input)
      return { offered: input.commands.length }
    }),
    openings: on.openings.handler(async function* ({ signal }) {
      for await (const opening of openings.taken(signal ?? AbortSignal.abort())) {
        yield sessions.openingForWindow(opening)
      }
    }),
    redirects: on.redirects.handler(async function* ({ signal }) {
      yield* redirects.waiting(signal ?? AbortSignal.abort())
    }),
    answerRedirect: on.answerRedirect.handler(async ({ input: { questionId, answer } }) => ({
      answered: await redirects.answer(questionId, answer),
    })),
  }
}
