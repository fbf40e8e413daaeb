// Runs one server: its environment, its cards, each interface, each operation.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJudge } from '#engine/judge.ts'
import { openRecord } from '#engine/store/record.ts'
import { createWire, type Wire } from '#engine/wire/wire.ts'
import { createCaller, type Way } from './caller.ts'
import { type Discovered, discover } from './discover.ts'
import { openHooks } from './hooks.ts'
import { cases } from './operations/all.ts'
import type { Case } from './operations/case.ts'
import type { Server, Subject } from './server-table.ts'
import { startSubject } from './start-subject.ts'
import { Mismatch, reason, type Verdict, verdictOn } from './verdict.ts'

export interface ServerResult {
  readonly server: Subject
  /** Names of its cases, in the order of the table's rows. */
  readonly operations: readonly string[]
  /** Absent when the server ran. */
  readonly unavailable?: string
  readonly cardPath?: string
  readonly discovered?: Verdict
  /** Addresses that a user would type, with the outcome of each. */
  readonly typed?: readonly (readonly [address: string, outcome: string])[]
  /** How it reports a tool call. */
  readonly tells?: string
  readonly ways: ReadonlyMap<string, ReadonlyMap<string, Verdict>>
  /** The server's last output, when something failed. */
  readonly tail?: string
}

const caseMs = 15_000

export async function runServer(server: Server, cache: string): Promise<ServerResult> {
  const operations = cases.map(({ name }) => name)
  const running = await startSubject(server, cache).catch((error: unknown) => reason(error))
  if (typeof running === 'string') return { server, operations, unavailable: running, ways: new Map() }

  const dataDir = mkdtempSync(join(tmpdir(), 'parley-interop-record-'))
  const record = openRecord({ dataDir })
  const judge = createJudge()
  const wire = createWire({ record, judge })
  const { sessionId } = record.createSession(server.name)
  const hooks = await openHooks({ dataDir, wire, record, judge, sessionId })
  try {
    const { verdict, ways, cardPath } = await look(wire, sessionId, running.origin, server)
    const results = new Map<string, ReadonlyMap<string, Verdict>>()
    for (const way of ways) {
      const verdicts = new Map<string, Verdict>()
      for (const each of cases) {
        const signal = AbortSignal.timeout(caseMs)
        const caller = createCaller(way, { wire, record, sessionId, hooks, signal })
        verdicts.set(each.name, await verdictOf(each, caller, signal, server))
      }
      results.set(way.name, verdicts)
    }
    return {
      server,
      operations,
      discovered: verdict,
      ways: results,
      tail: running.tail(),
      ...(cardPath && { cardPath }),
    }
  } finally {
    await hooks.close()
    wire.close()
    record.close()
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** With and without the version header: a hybrid server has two cards, and both must lead to it. */
async function look(wire: Wire, sessionId: string, origin: string, server: Server) {
  const ways = new Map<string, Way>()
  let match: Discovered | undefined
  const findings = new Set<string>()
  try {
    for (const version of ['1.0', undefined] as const) {
      match = await discover(wire, sessionId, origin, version)
      for (const way of match.ways) if (!ways.has(way.name)) ways.set(way.name, way)
      for (const rule of match.findings) findings.add(rule)
    }
    const [previous, requested] = [[...ways.keys()].sort().join(', '), [...server.ways].sort().join(', ')]
    if (previous !== requested) throw new Mismatch(`the cards offer ${previous}, not ${requested}`)
    const verdict: Verdict = { kind: 'works', findings: [...findings].sort() }
    return { verdict, ways: [...ways.values()], cardPath: match?.cardPath }
  } catch (error) {
    const verdict: Verdict = { kind: 'fails', why: reason(error) }
    return { verdict, ways: [...ways.values()], cardPath: match?.cardPath }
  }
}

async function verdictOf(
  { run }: Case,
  caller: ReturnType<typeof createCaller>,
  signal: AbortSignal,
  { polls = false }: Server,
): Promise<Verdict> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Mismatch(`nothing came within ${caseMs / 1_000} s`)))
  })
  try {
    await Promise.race([run(caller, { polls }), late])
    const findings = await caller.findings()
    return { kind: 'works', findings, ...(caller.filesTwice() && { filesTwice: true }) }
  } catch (error) {
    return verdictOn(error)
  }
}
