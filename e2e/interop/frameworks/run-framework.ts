// Runs one framework: its addresses, its card, each interface, each case.

import type { Discovery, InterfaceChoiceView } from '#shared/contract/card.ts'
import { defaultConnectionSettings } from '#shared/contract/constants.ts'
import { defined } from '#shared/defined.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import type { ServerResult } from '../run-server.ts'
import { startSubject } from '../start-subject.ts'
import { Mismatch, reason, type Verdict, verdictOn } from '../verdict.ts'
import { keepCapture } from './captures.ts'
import { frameworkCases, waitingCases } from './cases.ts'
import type { Framework } from './framework-table.ts'
import type { Seat } from './talk.ts'

const caseMs = 20_000

type Found = Extract<Discovery, { found: true }>
interface Way {
  readonly name: string
  readonly choice: InterfaceChoiceView
}

/** `captures`: writes the exchanges below e2e/fixtures. */
export async function runFramework(
  framework: Framework,
  cache: string,
  captures: boolean,
): Promise<ServerResult> {
  const cases = framework.waits ? [...frameworkCases, ...waitingCases] : frameworkCases
  const operations = cases.map(({ name }) => name)
  const running = await startSubject(framework, cache).catch((error: unknown) => reason(error))
  const result = { server: framework, operations }
  if (typeof running === 'string') return { ...result, unavailable: running, ways: new Map() }
  const window = await openWindow()
  try {
    const typed: (readonly [string, string])[] = []
    let root: Reached | undefined
    for (const address of addressesOf(framework, running.origin)) {
      const reached = await typeAddress(window, address)
      root ??= reached
      typed.push([address.replace(/\d{4,5}/, 'PORT'), reached.outcome])
    }
    const { card, agentId } = root ?? {}
    const { tells = { send: [], stream: [] } } = framework
    if (!card || agentId === undefined) throw new Mismatch(root?.outcome ?? 'no address')
    if (captures)
      await keepCapture(window, { framework, scenario: 'card', origin: running.origin, agentId, after: 0 })

    const ways = new Map<string, ReadonlyMap<string, Verdict>>()
    const offered = waysOf(card)
    for (const way of [...offered, ...unnamedWays(framework, offered)]) {
      await takeWay(window, agentId, way)
      const verdicts = new Map<string, Verdict>()
      for (const { name, capture = name, notKept = false, run } of cases) {
        const seat: Seat = { window, agentId, card: card.card, tells, signal: AbortSignal.timeout(caseMs) }
        const after = window.engine.record.latest()
        const verdict = await run(seat).then(() => findingsSince(window, after), verdictOn)
        verdicts.set(name, verdict)
        if (captures && way.choice.chosen && !notKept)
          await keepCapture(window, { framework, scenario: capture, origin: running.origin, agentId, after })
      }
      ways.set(way.name, verdicts)
    }
    const rules = [...new Set(card.findings.map(({ rule }) => rule))].sort()
    const lost = typed.find(([, outcome]) => /no card/.test(outcome))
    const isLost = lost && ({ kind: 'fails', why: `typed ${lost.join(': ')}` } as const)
    const discovered =
      isLost ?? wayProblem(framework, offered) ?? ({ kind: 'works', findings: rules } as const)
    return {
      ...result,
      typed,
      tells: `Of a tool it tells ${wordsOf(tells.stream)} in a stream, ${wordsOf(tells.send)} in an answer.`,
      discovered,
      ways,
      cardPath: pathOf(card.cardUrl),
      tail: running.tail(),
    }
  } catch (error) {
    return { ...result, discovered: verdictOn(error), ways: new Map(), tail: running.tail() }
  } finally {
    await window.close()
    await running.close()
  }
}

function wordsOf(words: readonly string[]): string {
  return words.length === 0 ? 'nothing' : words.map((word) => `“${word}”`).join(' and ')
}

interface Reached {
  readonly outcome: string
  readonly card?: Found
  readonly agentId?: string
}

/** The root in its shortest form, and the other paths. */
function addressesOf({ paths = [] }: Framework, origin: string): readonly string[] {
  const { host, port } = new URL(origin)
  return [origin, host, `:${port}`, ...paths.map((path) => host + path)]
}

/** Of several agents, selects the one of the guide, as a user does in the card pane. */
async function typeAddress(window: TestWindow, address: string): Promise<Reached> {
  const agentId = await window.idOf(address)
  const discovery = await window.client.card.discover({ agentId })
  const requests = discovery.attempts.length
  const after = requests === 1 ? 'the first address asked' : `after ${requests} addresses`
  if (discovery.found)
    return { outcome: `the card at \`${pathOf(discovery.cardUrl)}\`, ${after}.`, card: discovery, agentId }
  const list = discovery.choices?.list ?? []
  const place = list.findIndex(({ name }) => name === 'lisbon')
  if (place < 0) return { outcome: `no card. ${discovery.reason}` }
  const [chosen] = await window.client.agents.addChosen({ agentId, places: [place] })
  const card = await window.client.card.discover({ agentId: chosen?.id ?? '' })
  if (!chosen || !card.found)
    return { outcome: `a choice that leads to no card. ${card.found ? '' : card.reason}` }
  const count = list.length === 1 ? 'one agent' : `${list.length} agents`
  return {
    outcome: `a choice of ${count}, ${after}; its card is at \`${pathOf(card.cardUrl)}\`.`,
    card,
    agentId: chosen.id,
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Every interface that Parley supports, not only the chosen one. */
function waysOf({ interfaces }: Found): readonly Way[] {
  const ways = interfaces.flatMap((choice) => {
    const { dialect, binding, interface: entry } = choice
    const version = entry.protocolVersion?.split('.', 2).join('.') ?? '0.x'
    return dialect && binding ? [{ name: `${version} ${binding}`, choice }] : []
  })
  // A hybrid card lists the same interface twice.
  const keyOf = ({ choice }: Way) => [choice.interface.url, choice.dialect, choice.binding].join(' ')
  return ways.filter((way, index) => ways.findIndex((other) => keyOf(other) === keyOf(way)) === index)
}

function unnamedWays({ unnamed = [] }: Framework, [first]: readonly Way[]): readonly Way[] {
  return unnamed.flatMap((dialect) =>
    first
      ? [
          {
            name: `${dialect} ${first.choice.binding}, by choice`,
            choice: { ...first.choice, dialect, chosen: false },
          },
        ]
      : [],
  )
}

/** Forces the interface in the connection settings, unless Parley chooses it by default. */
async function takeWay({ client }: TestWindow, agentId: string, { choice }: Way): Promise<void> {
  const { dialect, binding, chosen, interface: entry } = choice
  const { url, tenant } = entry
  if (dialect === undefined || binding === undefined) return
  const forced = { url, binding, dialect, ...defined({ tenant }) }
  const settings = chosen ? defaultConnectionSettings : { ...defaultConnectionSettings, forced }
  await client.agents.configure({ agentId, settings })
}

function wayProblem({ ways }: Framework, observed: readonly Way[]): Verdict | undefined {
  const [offered, requested] = [
    observed
      .map(({ name }) => name)
      .sort()
      .join(', '),
    [...ways].sort().join(', '),
  ]
  return offered === requested
    ? undefined
    : { kind: 'fails', why: `the card offers ${offered}, not ${requested}` }
}

async function findingsSince({ engine }: TestWindow, after: number): Promise<Verdict> {
  engine.record.flush()
  const { entries } = await engine.record.read({ after, limit: 5_000 })
  const rules = entries.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))
  return { kind: 'works', findings: [...new Set(rules)].sort() }
}
