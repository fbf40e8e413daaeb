// Keycloak, the agents behind it, and a window that signs in to them: each case with a fresh agent.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { openRecord } from '#engine/store/record.ts'
import { openServed } from '../../fixtures/serve-front.ts'
import type { ServerResult } from '../run-server.ts'
import type { Subject } from '../server-table.ts'
import { startSubject } from '../start-subject.ts'
import { reason, type Verdict, verdictOn } from '../verdict.ts'
import { signInCases } from './cases.ts'
import { type Place, places } from './places.ts'
import type { SignInCase } from './seat.ts'
import { secretsIn } from './secrets-in.ts'
import { SignInPage } from './sign-in-page.ts'
import type { SignInDesk } from './sign-in-server.ts'

/** Time-out for a control to appear. */
const actMs = 15_000
const nothingKept = 'no secret kept'
const cardPath = '/.well-known/agent-card.json'

export async function runSignIn(
  subject: Subject,
  cache: string,
  opened: Promise<SignInDesk>,
): Promise<ServerResult> {
  const result = { server: subject, operations: [...signInCases.map(({ name }) => name), nothingKept] }
  const unavailable = (error: unknown) => ({ ...result, unavailable: reason(error), ways: new Map() })
  const desk = await opened.catch(unavailable)
  if ('unavailable' in desk) return desk
  const agent = await startSubject(subject, cache, { flags: [desk.server.origin] }).catch(unavailable)
  if ('unavailable' in agent) return agent
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-interop-sign-in-'))
  try {
    const { tried, codes } = await tryAll(desk, agent.origin, dataDir)
    const matches = await findingsIn(dataDir)
    const ways = waysOf(tried, matches)
    ways.get(places[0]?.name ?? '')?.set(nothingKept, await secretsIn(dataDir, codes, desk.privateKey))
    return {
      ...result,
      discovered: { kind: 'works', findings: rulesOf(matches.filter(({ isCard }) => isCard)) },
      cardPath,
      ways,
      tail: agent.tail(),
    }
  } finally {
    await agent.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function tryAll(
  { browser, server, privateKey }: SignInDesk,
  agent: string,
  dataDir: string,
): Promise<{ readonly tried: readonly Tried[]; readonly codes: readonly string[] }> {
  const served = await openServed(dataDir)
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(actMs)
  const tried: Tried[] = []
  const codes: string[] = []
  context.on('request', (request) => codes.push(...new URL(request.url()).searchParams.getAll('code')))
  try {
    const page = await context.newPage()
    await page.goto(served.address)
    const sign = new SignInPage(page)
    for (const place of places) {
      for (const signInCase of signInCases) {
        if (signInCase.once && place !== places[0]) continue
        // Ends Keycloak's session in this browser; the query makes the agent a new one for Parley.
        await context.clearCookies({ path: /^\/realms/ })
        const from = Date.now()
        const verdict = await sign.window
          .connect(`${agent}${cardPath}?${tried.length}`)
          .then(() => signInCase.run({ sign, place, agent, keycloak: server.origin, privateKey }))
          .then((): Verdict => ({ kind: 'works', findings: [] }), inOneLine)
        if (await sign.dialog.isVisible()) await sign.close()
        for (const tab of context.pages()) if (tab !== page) await tab.close()
        tried.push({ place, signInCase, verdict, from, to: Date.now() })
      }
    }
  } finally {
    await context.close()
    await served.close()
  }
  return { tried, codes }
}

/** Joins the lines of Playwright's error and removes its colours. */
function inOneLine(error: unknown): Verdict {
  const verdict = verdictOn(error)
  if (verdict.kind !== 'fails') return verdict
  return { kind: 'fails', why: stripVTControlCharacters(verdict.why).replace(/\s+/g, ' ').trim() }
}

interface Tried {
  readonly place: Place
  readonly signInCase: SignInCase
  readonly verdict: Verdict
  readonly from: number
  readonly to: number
}

interface Found {
  readonly rule: string
  readonly at: number
  readonly isCard: boolean
}

/** Parley's findings on the agent, from its record. */
async function findingsIn(dataDir: string): Promise<readonly Found[]> {
  const record = openRecord({ dataDir })
  const cards = new Set<string>()
  const matches: Found[] = []
  for (let after = 0; ; ) {
    const { entries, next } = await record.read({ after, limit: 1_000 })
    for (const entry of entries) {
      const { exchangeId, at, findings = [] } = entry
      if (entry.kind === 'request' && entry.call.purpose === 'card') cards.add(exchangeId)
      matches.push(...findings.map(({ rule }) => ({ rule, at, isCard: cards.has(exchangeId) })))
    }
    if (next === after) break
    after = next
  }
  record.close()
  return matches
}

function waysOf(
  tried: readonly Tried[],
  matches: readonly Found[],
): ReadonlyMap<string, Map<string, Verdict>> {
  const ways = new Map<string, Map<string, Verdict>>(places.map(({ name }) => [name, new Map()]))
  for (const { place, signInCase, verdict, from, to } of tried) {
    const meanwhile = matches.filter(({ at, isCard }) => !isCard && at >= from && at <= to)
    const observed: Verdict =
      verdict.kind === 'works' ? { kind: 'works', findings: rulesOf(meanwhile) } : verdict
    ways.get(place.name)?.set(signInCase.name, observed)
  }
  return ways
}

function rulesOf(matches: readonly Found[]): readonly string[] {
  return [...new Set(matches.map(({ rule }) => rule))].sort()
}
