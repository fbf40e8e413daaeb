// All of one framework: the addresses someone would type, its card, each way in, each case.

import { openWindow, type TestWindow } from '#engine/testing/open-window.ts'
import type { Discovery, InterfaceChoiceView } from '#shared/contract/card.ts'
import { defaultConnectionSettings } from '#shared/contract/connection-settings.ts'
import type { ServerResult } from '../run-server.ts'
import { startSubject } from '../start-subject.ts'
import { Mismatch, reason, type Verdict, verdictOn } from '../verdict.ts'
import { keepCapture } from './captures.ts'
import { frameworkCases } from './cases.ts'
import type { Framework } from './framework-table.ts'
import type { Seat } from './talk.ts'

const caseMs = 20_000

type Found = Extract<Discovery, { found: true }>
interface Way {
  readonly name: string
  readonly choice: InterfaceChoiceView
}

/** With `captures`, what crossed the wire is kept below e2e/fixtures. */
export async function runFramework(
  framework: Framework,
  cache: string,
  captures: boolean,
): Promise<ServerResult> {
  const operations = frameworkCases.map(({ name }) => name)
  const running = await startSubject(framework, cache).catch((error: unknown) => reason(error))
  const result = { server: framework, operations }
  if (typeof running === 'string') return { ...result, unavailable: running, ways: new Map() }
  const window = await openWindow()
  try {
    const found = new Map<string, Discovery>()
    for (const path of framework.paths) found.set(path, await window.connect(running.origin + path))
    const typed = [...found].map(([path, one]) => [path, outcomeOf(one)] as const)
    const card = found.get(framework.paths[0])
    if (!card?.found) throw new Mismatch(card?.reason ?? 'no card')
    const agentId = await window.idOf(running.origin + framework.paths[0])
    if (captures)
      await keepCapture(window, { framework, scenario: 'card', origin: running.origin, agentId, after: 0 })

    const ways = new Map<string, ReadonlyMap<string, Verdict>>()
    const offered = waysOf(card)
    for (const way of [...offered, ...unnamedWays(framework, offered)]) {
      await takeWay(window, agentId, way)
      const verdicts = new Map<string, Verdict>()
      for (const { name, capture = name, notKept = false, run } of frameworkCases) {
        const seat: Seat = { window, agentId, card: card.card, signal: AbortSignal.timeout(caseMs) }
        const after = window.engine.record.latest()
        const verdict = await run(seat).then(() => findingsSince(window, after), verdictOn)
        verdicts.set(name, verdict)
        if (captures && way.choice.chosen && !notKept)
          await keepCapture(window, { framework, scenario: capture, origin: running.origin, agentId, after })
      }
      ways.set(way.name, verdicts)
    }
    const rules = [...new Set(card.findings.map(({ rule }) => rule))].sort()
    const discovered = wayProblem(framework, offered) ?? ({ kind: 'works', findings: rules } as const)
    return {
      ...result,
      typed,
      discovered,
      ways,
      cardPath: new URL(card.cardUrl).pathname,
      tail: running.tail(),
    }
  } catch (error) {
    return { ...result, discovered: verdictOn(error), ways: new Map(), tail: running.tail() }
  } finally {
    await window.close()
    await running.close()
  }
}

function outcomeOf(one: Discovery): string {
  return one.found ? `the card at \`${new URL(one.cardUrl).pathname}\`.` : `no card. ${one.reason}`
}

/** Every interface Parley can speak, not only the one it chose. */
function waysOf({ interfaces }: Found): readonly Way[] {
  const ways = interfaces.flatMap((choice) => {
    const { dialect, binding, interface: entry } = choice
    const version = entry.protocolVersion?.split('.', 2).join('.') ?? '0.x'
    return dialect && binding ? [{ name: `${version} ${binding}`, choice }] : []
  })
  // A hybrid card names the same one twice.
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

/** As a user does in the connection's settings, where it is not the one that Parley takes by itself. */
async function takeWay({ client }: TestWindow, agentId: string, { choice }: Way): Promise<void> {
  const { dialect, binding, chosen, interface: entry } = choice
  const { url, tenant } = entry
  if (dialect === undefined || binding === undefined) return
  const forced = { url, binding, dialect, ...(tenant !== undefined && { tenant }) }
  const settings = chosen ? defaultConnectionSettings : { ...defaultConnectionSettings, forced }
  await client.agents.configure({ agentId, settings })
}

function wayProblem({ ways }: Framework, seen: readonly Way[]): Verdict | undefined {
  const [offered, wanted] = [
    seen
      .map(({ name }) => name)
      .sort()
      .join(', '),
    [...ways].sort().join(', '),
  ]
  return offered === wanted ? undefined : { kind: 'fails', why: `the card offers ${offered}, not ${wanted}` }
}

async function findingsSince({ engine }: TestWindow, after: number): Promise<Verdict> {
  engine.record.flush()
  const { entries } = await engine.record.read({ after, limit: 5_000 })
  const rules = entries.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))
  return { kind: 'works', findings: [...new Set(rules)].sort() }
}
