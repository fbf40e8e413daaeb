// Runs one orchestrator with three agents behind taps, and checks Parley's sequence and map.

import { setTimeout as sleep } from 'node:timers/promises'
import { defined } from '#shared/defined.ts'
import type { SequenceRow } from '#shared/story/sequence/sequence.ts'
import { openWindow, type TestWindow } from '#testing/engine/open-window.ts'
import { expect, Mismatch, present, reason, type Verdict, verdictOn } from '../verdict.ts'
import { asked, type Orchestrator } from './orchestrators.ts'
import { startProgram } from './programs.ts'

export interface OrchestratorResult {
  readonly orchestrator: Orchestrator
  readonly unavailable?: string
  readonly scenes: ReadonlyMap<string, Verdict>
  /** Number of calls through the taps, in all scenes. */
  readonly exchanges: number
  readonly findings: readonly string[]
}

interface Stage {
  readonly window: TestWindow
  readonly orchestrator: Orchestrator
  readonly plannerId: string
}

interface Scene {
  readonly name: string
  run(stage: Stage): Promise<void>
}

const names = asked.map(([name]) => name)
const sceneMs = 20_000

export async function runOrchestrator(
  orchestrator: Orchestrator,
  cache: string,
): Promise<OrchestratorResult> {
  const result = { orchestrator, exchanges: 0, findings: [], scenes: new Map<string, Verdict>() }
  const running: { close(): Promise<void> }[] = []
  try {
    const window = await openWindow()
    running.push(window)
    const addresses: string[] = []
    for (const [name, subject, flags] of asked) {
      const agent = await startProgram(subject, 'server', cache, flags)
      running.push(agent)
      await window.connect(agent.origin)
      const tap = await window.client.taps.start({ agentId: await window.idOf(agent.origin) })
      addresses.push(`${name}=${tap.address}`)
    }
    const planner = await startProgram(orchestrator, 'orchestrator', cache, addresses)
    running.push(planner)
    await window.connect(planner.origin)
    const stage = { window, orchestrator, plannerId: await window.idOf(planner.origin) }
    for (const { name, run } of scenes) result.scenes.set(name, await verdictOf(run(stage)))
    return { ...result, ...(await tappedCalls(window)) }
  } catch (error) {
    return { ...result, unavailable: reason(error) }
  } finally {
    for (const one of running.toReversed()) await one.close()
  }
}

async function verdictOf(run: Promise<void>): Promise<Verdict> {
  return run.then(() => ({ kind: 'works', findings: [] }) as const, verdictOn)
}

export const scenes: readonly Scene[] = [
  {
    name: 'one request leads to calls of all three, at the same time',
    async run(stage) {
      await say(stage, 'lisbon: Tell me of Lisbon; trains: echo the train at nine; hotels: slow')
      const rows = await seen(stage)
      expect(rows.lanes, ['planner', ...names].toSorted(), 'the lanes besides Parley’s')
      const calls = rows.calls.filter(({ between }) => !between.startsWith('parley'))
      expect(calls.map(({ between }) => between).toSorted(), names.map(toName).toSorted(), 'the calls')
      for (const { row } of calls) {
        expect(row.why?.reasons, stage.orchestrator.reasons, 'why a call is the orchestrator’s')
        const states = rows.states(row.exchangeId)
        expect(states, ['submitted', 'working', 'completed'], 'the states of a task below')
      }
      const { edges } = await stage.window.client.together.map({})
      const counts = edges.map(({ calls, open, failed, aborted }) => [calls, open, failed, aborted])
      expect(counts, Array(4).fill([1, 0, 0, 0]), 'calls, open, failed and aborted ones on the map')
    },
  },
  {
    name: 'a question from below is asked above, and its answer goes down',
    async run(stage) {
      await say(stage, stage.orchestrator.question)
      const { taskId } = present(await newestTask(stage), 'task that waits')
      await say(stage, 'the blue one', taskId)
      expect(
        (await seen(stage)).chain,
        [
          '1 state trains → planner',
          '2 state planner → parley',
          '3 call parley → planner',
          '4 call planner → trains',
        ],
        'the chain',
      )
      expect((await newestTask(stage))?.phase, 'settled', 'the task in the end')
    },
  },
  {
    name: 'a cancel at the top shows what kept running below',
    async run(stage) {
      const { window, plannerId } = stage
      const sent = say(stage, 'lisbon: slow please; trains: wait; hotels: wait')
      await until(async () => (await seen(stage)).working.length === names.length, 'three tasks at work')
      const { taskId } = present(await newestTask(stage), 'task')
      await window.client.tasks.cancel({ agentId: plannerId, taskId })
      await sent
      const rows = await seen(stage)
      expect(rows.keptRunning, names.toSorted(), 'what kept running')
    },
  },
]

function toName(name: string): string {
  return `planner → ${name}`
}

/** In a new session, unless it continues a task. */
async function say({ window, plannerId }: Stage, text: string, taskId?: string): Promise<void> {
  const { client } = window
  if (taskId === undefined) await client.sessions.record({ action: 'new' })
  const contextId = taskId === undefined ? undefined : await contextOf({ window, plannerId })
  await client.conversation.send({
    ...{ agentId: plannerId, text, stream: true },
    ...defined({ taskId, contextId }),
  })
}

async function newest({ window, plannerId }: Pick<Stage, 'window' | 'plannerId'>) {
  window.engine.record.flush()
  const source = { kind: 'newest', after: 0 } as const
  return (await window.client.story.rows({ agentId: plannerId, of: source, open: [], limit: 100 }))
    .conversation
}
const newestTask = async (stage: Stage) => (await newest(stage))?.tasks.at(-1)
const contextOf = async (stage: Pick<Stage, 'window' | 'plannerId'>) => (await newest(stage))?.contextId

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  for (const until = performance.now() + sceneMs; !(await isSo()); await sleep(50))
    if (performance.now() > until) throw new Mismatch(`${what}: not within ${sceneMs / 1_000} s`)
}

/** The sequence of the session, with the names of its agents. */
async function seen({ window }: Stage) {
  const { client, engine } = window
  engine.record.flush()
  const { rows, lanes, total } = await client.together.sequence({ open: [], offset: 0, limit: 300 })
  expect(rows.length, total, 'the number of rows')
  const existing = new Map((await client.agents.list()).map(({ id, name }) => [id, name.toLowerCase()]))
  const lane = (place: number) => existing.get(lanes[place]?.agentId ?? '') ?? lanes[place]?.kind ?? ''
  const between = ({ from, to }: SequenceRow) => `${lane(from)} → ${lane(to)}`
  const states = rows.flatMap((row) => (row.kind === 'state' ? [row] : []))
  return {
    lanes: lanes.flatMap((_, place) => (lane(place) === 'parley' ? [] : [lane(place)])).toSorted(),
    calls: rows.flatMap((row) =>
      row.kind === 'call' && row.operation !== undefined ? [{ row, between: between(row) }] : [],
    ),
    states: (exchangeId: string) =>
      states.flatMap((row) => (row.exchangeId === exchangeId ? [row.state] : [])),
    working: states.filter((row) => row.state === 'working' && names.includes(lane(row.from))),
    chain: rows.flatMap((row) => (row.chain ? [`${row.chain.step} ${row.kind} ${between(row)}`] : [])),
    keptRunning: rows
      .flatMap((row) => (row.kind === 'canceled' ? row.running.map((one) => lane(one.lane)) : []))
      .toSorted(),
  }
}

/** As many as the taps counted; otherwise something was lost. */
async function tappedCalls({ client, engine, entries }: TestWindow) {
  engine.record.flush()
  const all = await client.console.exchanges({ filter: '', offset: 0, limit: 500 })
  const rules = new Set<string>()
  let exchanges = 0
  for (const { id } of all.rows) {
    const each = await entries(id)
    if (each[0]?.kind !== 'request' || !each[0].call.via) continue
    exchanges += 1
    for (const { findings = [] } of each) for (const { rule } of findings) rules.add(rule)
  }
  const counted = (await client.taps.list()).reduce((sum, { calls }) => sum + calls, 0)
  if (counted !== exchanges)
    throw new Mismatch(`${exchanges} exchanges are on the record, and the taps took ${counted}`)
  return { exchanges, findings: [...rules].sort() }
}
