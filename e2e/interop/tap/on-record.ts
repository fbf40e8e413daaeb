// Checks Parley's record of the calls through the tap: as many as the agent received, all ended, and each task in the last
// state its client received.

import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskState } from '#shared/a2a/model.ts'
import type { TestWindow } from '#testing/engine/open-window.ts'
import type { ClientRun } from './client-run.ts'

interface OnRecord {
  readonly exchanges: number
  readonly findings: readonly string[]
  readonly problems: readonly string[]
}

const settleMs = 5_000

/** Operations that lead to a task, and its last state. */
const ends: readonly (readonly [operation: string, state: TaskState])[] = [
  ['send', 'completed'],
  ['stream', 'completed'],
  ['question', 'input-required'],
  ['subscribe', 'completed'],
  ['cancel', 'canceled'],
]

export async function onRecord(window: TestWindow, agentId: string, run: ClientRun): Promise<OnRecord> {
  const { client, engine } = window
  const problems: string[] = []
  await engine.taps.recorded()
  for (let waitedMs = 0; (await client.taps.list()).some(({ open }) => open > 0); waitedMs += 50) {
    if (waitedMs > settleMs) {
      problems.push('A call is still open on the record, though its client has ended.')
      break
    }
    await sleep(50)
  }
  engine.record.flush()
  const all = await client.console.exchanges({ filter: '', offset: 0, limit: 500 })
  const rules = new Set<string>()
  let exchanges = 0
  for (const { id } of all.rows) {
    const entries = await window.entries(id)
    const [first] = entries
    if (first?.kind !== 'request' || first.call.via === undefined) continue
    exchanges += 1
    for (const { findings = [] } of entries) for (const { rule } of findings) rules.add(rule)
    if (entries.at(-1)?.kind !== 'end') problems.push(`${first.call.label} has no end on the record.`)
  }
  if (exchanges !== run.requests.length)
    problems.push(`${exchanges} exchanges are on the record, and the agent was sent ${run.requests.length}.`)
  for (const [operation, state] of ends) {
    const taskId = taskIn(run.lines, operation)
    if (taskId === undefined) continue
    const task = { taskId, agentId }
    const { outline } = await client.timeline.outline({ task, filter: {}, version: 0, waitMs: 0 })
    if (outline.state !== state)
      problems.push(`The timeline of ${operation} ends ${outline.state ?? 'nowhere'}, not ${state}.`)
  }
  return { exchanges, findings: [...rules].sort(), problems }
}

function taskIn(lines: readonly string[], operation: string): string | undefined {
  const line = lines.find((each) => each.replace(': ', ':').startsWith(`{"operation":"${operation}"`))
  return /"(?:id|taskId)": ?"([0-9a-f-]{36})"/.exec(line ?? '')?.[1]
}
