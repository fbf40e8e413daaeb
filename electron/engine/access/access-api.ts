// The contract's view of access: what a card requires, what is set, and which origins may get it.

import { once } from 'node:events'
import type { Access, OriginUse } from '#shared/contract/access.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { AllowedRedirect, RedirectAnswer, RedirectQuestion } from '#shared/contract/redirects.ts'
import type { Agents } from '../agents.ts'
import type { DiscoveryService } from '../discovery/discovery.ts'
import type { Handlers } from '../handlers.ts'
import { createNews } from '../platform/async.ts'
import type { Crossing, CrossingDecision } from '../wire/redirect.ts'
import type { AccessService } from './access.ts'
import type { ClientCertificates } from './client-certificates.ts'
import type { CredentialFile } from './credential-file.ts'
import { describeAccess } from './describe.ts'
import { originOf, ownOrigin } from './origins.ts'
import { sharedClients } from './sign-in/kept-sign-ins.ts'
import { challengedScopes, optionsFor, shownOption } from './sign-in/plan-grants.ts'
import type { SignIns } from './sign-in/sign-in.ts'

/** Redirects that wait for a decision; further ones are refused, as an agent may cause any number. */
const maxQuestions = 20

interface AccessApiDeps {
  readonly agents: Agents
  readonly access: AccessService
  readonly discovery: DiscoveryService
  readonly certificates: ClientCertificates
  readonly redirects: RedirectQuestions
  readonly signIns: Pick<SignIns, 'kept' | 'refusalOf' | 'servers'>
}

export function createAccessApi({
  agents,
  access,
  discovery,
  certificates,
  redirects,
  signIns,
}: AccessApiDeps): Handlers<'access'> {
  async function view(agentId: string): Promise<Access> {
    const signIn = await signIns.kept.get(agentId)
    const named = optionsFor(discovery.current(agentId)).map(({ server }) => server)
    const tokenServers = [...named, ...(await signIns.servers(agentId))]
    return {
      credentials: access.credentials(agentId),
      clientCertificate: certificates.isSet(agentId),
      signedIn: signIn !== undefined,
      origins: originUses(
        agents.get(agentId).address,
        discovery.current(agentId),
        access.approvedOrigins(agentId),
        // Origins that may get a certificate.
        certificates.isSet(agentId) ? tokenServers : [],
      ),
      redirects: redirects.allowed(agentId),
    }
  }

  return {
    async describe({ agentId, exchangeId }) {
      const card = discovery.current(agentId)
      const refusal = exchangeId === undefined ? undefined : await signIns.refusalOf(agentId, exchangeId)
      const options = optionsFor(card, refusal)
      return {
        ...describeAccess(card),
        signIns: options.map(shownOption),
        sharedClients: await sharedClients(
          signIns.kept,
          agents.list().filter(({ id }) => id !== agentId),
          options,
        ),
        missingScopes: challengedScopes(refusal),
        access: await view(agentId),
      }
    },
    async set({ agentId, credentials }) {
      await agents.keep(agentId)
      await access.set(agentId, credentials, ownOrigin(agents.get(agentId).address))
      return view(agentId)
    },
    async approve({ agentId, origin, approved }) {
      agents.get(agentId)
      await access.approve(agentId, origin, approved)
      return view(agentId)
    },
    async forgetRedirect({ agentId, ...redirect }) {
      agents.get(agentId)
      await redirects.forget(agentId, redirect)
      return view(agentId)
    },
    clientCertificate: ({ agentId }) => certificates.view(agentId),
    async setClientCertificate({ agentId, certificate }) {
      await agents.keep(agentId)
      const { address } = agents.get(agentId)
      await access.setCertificate(agentId, certificate, ownOrigin(address))
      return certificates.view(agentId)
    },
  }
}

/** Origins that "Access" lists for one agent; the card's own JSON has the others. */
const maxOrigins = 100

function originUses(
  address: string,
  discovery: Discovery | null,
  approved: readonly string[],
  tokenServers: readonly string[],
): readonly OriginUse[] {
  const uses = new Map<string, Set<OriginUse['uses'][number]>>()
  const add = (origin: string | undefined, use: OriginUse['uses'][number]) => {
    if (origin === undefined) return
    const existing = uses.get(origin) ?? new Set()
    uses.set(origin, existing.add(use))
  }
  add(ownOrigin(address), 'address')
  for (const hop of discovery?.attempts.flatMap(({ hops }) => hops) ?? []) add(originOf(hop.to), 'card')
  if (discovery?.found) {
    add(originOf(discovery.cardUrl), 'card')
    const { connection } = discovery
    if (connection) add(originOf(connection.interface.url, connection.binding), 'interface')
    for (const { interface: entry, binding } of discovery.interfaces.slice(0, maxOrigins)) {
      if (binding) add(originOf(entry.url, binding), 'interface')
    }
  }
  for (const server of tokenServers) add(originOf(server), 'token')
  for (const origin of approved) if (!uses.has(origin)) uses.set(origin, new Set())
  return [...uses].slice(0, maxOrigins).map(([origin, used]) => {
    const isApproved = approved.includes(origin)
    return {
      origin,
      uses: [...used],
      approved: isApproved,
      ...(!isApproved && { question: `Send credentials to ${origin} too?` }),
    }
  })
}

// Redirects that need the user's consent: the open windows show a question, and the answer is stored with the agent on request.
// Without a window they are refused.

export type RedirectQuestions = ReturnType<typeof createRedirectQuestions>

interface Open {
  readonly question: RedirectQuestion
  settle(decision: CrossingDecision): void
}

export function createRedirectQuestions(file: CredentialFile) {
  const open = new Map<string, Open>()
  const windows = new Set<AbortSignal>()
  const news = createNews()
  let requests = 0

  const allowed = (agentId: string) => file.accessOf(agentId).redirects
  const isSame = (one: AllowedRedirect, other: AllowedRedirect) =>
    one.from === other.from && one.to === other.to
  const isAllowed = ({ agentId, from, to }: Crossing) =>
    agentId !== undefined && allowed(agentId).some((each) => isSame(each, { from, to }))
  const keep = async (agentId: string, redirect: AllowedRedirect, isKept: boolean) => {
    const before = file.accessOf(agentId)
    const others = before.redirects.filter((each) => !isSame(each, redirect))
    await file.write(agentId, { ...before, redirects: isKept ? [...others, redirect] : others })
  }
  const close = (id: string, decision: CrossingDecision) => {
    const { settle } = open.get(id) ?? {}
    open.delete(id)
    settle?.(decision)
    news.changed()
  }

  return {
    /** Resolves once a window has answered, or the request has ended. */
    async ask(crossing: Crossing, signal: AbortSignal | undefined): Promise<CrossingDecision> {
      if (isAllowed(crossing)) return 'follow'
      if (windows.size === 0) return 'unasked'
      if (signal?.aborted) return 'refused'
      if (open.size === maxQuestions) return 'too-many'
      requests += 1
      const id = `${requests}`
      const decided = Promise.withResolvers<CrossingDecision>()
      open.set(id, {
        question: { id, ...crossing },
        settle: decided.resolve,
      })
      news.changed()
      if (signal) void once(signal, 'abort').then(() => close(id, 'refused'))
      return decided.promise
    },

    /** The pending questions, while a window listens. */
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
      if (answer === 'always' && agentId !== undefined) await keep(agentId, { from, to }, true)
      close(questionId, answer === 'refuse' ? 'refused' : 'follow')
      for (const { question: other } of [...open.values()]) if (isAllowed(other)) close(other.id, 'follow')
      return true
    },

    isAsking: (agentId: string): boolean =>
      [...open.values()].some(({ question }) => question.agentId === agentId),
    allowed,
    forget: (agentId: string, redirect: AllowedRedirect) => keep(agentId, redirect, false),
  }
}
