// Compares a client's results through the tap with those without it, and the agent's requests.

import type { ClientRun } from './client-run.ts'
import { normalizer } from './normalized.ts'
import type { SentRequest } from './requests-in.ts'

export interface Compared {
  /** By name: the difference, or undefined without one. */
  readonly operations: ReadonlyMap<string, string | undefined>
  /** Operations that the client was refused, with and without the tap. */
  readonly refused: readonly string[]
  readonly requests: number
  readonly requestProblems: readonly string[]
}

export function compared(direct: ClientRun, tapped: ClientRun): Compared {
  const [one, other] = [direct, tapped].map(({ ports, lines }) => {
    const normalized = normalizer(ports)
    return lines.map((line) => normalized(line))
  })
  const operations = new Map<string, string | undefined>()
  const refused: string[] = []
  for (let index = 0; index < Math.max(one?.length ?? 0, other?.length ?? 0); index++) {
    const [without, through] = [one?.[index] ?? '', other?.[index] ?? '']
    const name = nameIn(without) || nameIn(through)
    operations.set(name, difference(without, through))
    if (/"refused": ?["{]/.test(without)) refused.push(name)
  }
  return {
    operations,
    refused,
    requests: tapped.requests.length,
    requestProblems: requestProblems(direct, tapped.requests),
  }
}

function nameIn(line: string): string {
  return /^\{"operation": ?"([^"]+)"/.exec(line)?.[1] ?? ''
}

/** The agent must receive its own addresses, with and without the tap. */
function requestProblems({ requests: direct, ports }: ClientRun, tapped: readonly SentRequest[]) {
  const [one, other] = [direct, tapped].map((requests) => {
    const normalized = normalizer(ports)
    return requests.map(({ head, body }) => normalized([...head, '', body].join('\n')))
  })
  if (one?.length !== other?.length)
    return [`The agent was sent ${other?.length} requests, and ${one?.length} without the tap.`]
  return (one ?? []).flatMap((without, index) => {
    const text = difference(without, other?.[index] ?? '')
    return text === undefined ? [] : [`Request ${index + 1}, ${without.split('\n')[0]}: ${text}`]
  })
}

function difference(without: string, through: string): string | undefined {
  if (without === through) return undefined
  let at = 0
  while (without[at] === through[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60))
  return `${around(through)} through the tap, ${around(without)} without.`
}
