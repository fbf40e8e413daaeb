// Lanes in order of appearance, and how busy each is.

import type { TaskState } from '../../a2a/model.ts'
import { isAtRest } from '../../a2a/task-states.ts'
import { defined } from '../../defined.ts'
import type { CallFacts } from '../../record/entry.ts'
import { programName } from '../../record/program-name.ts'
import { urlParts } from '../../url.ts'
import type { Lane } from './sequence.ts'

export type Lanes = ReturnType<typeof createLanes>

/** Callers and agents distinguished in a sequence; all that arrive later share one lane. */
const maxSequenceLanes = 24

export function createLanes() {
  const lanes: Lane[] = []
  const places = new Map<string, number>()
  const busy: Busy[] = []
  let bars: string | undefined

  const add = (lane: Lane): number => {
    places.set(lane.id, lanes.length)
    lanes.push(lane)
    busy.push({ calls: 0, working: 0, input: 0, auth: 0 })
    bars = undefined
    return lanes.length - 1
  }
  const count = (lane: number, state: TaskState | undefined, change: 1 | -1) => {
    const one = busy[lane]
    if (!one || state === undefined) return
    if (state === 'input-required') one.input += change
    else if (state === 'auth-required') one.auth += change
    else if (!isAtRest(state)) one.working += change
    bars = undefined
  }

  return {
    list: (): readonly Lane[] => lanes,
    find: ({ id }: Lane) => places.get(id),
    /** Gives the lane of a host its agent: the first agent found there. */
    connect(host: Lane, { id, agentId }: Lane) {
      const place = places.get(host.id)
      const lane = place === undefined ? undefined : lanes[place]
      if (place === undefined || !lane || places.has(id) || lane.agentId !== undefined) return
      places.set(id, place)
      lanes[place] = { ...lane, ...defined({ agentId }) }
    },
    /** Its position; that of the shared lane when there are too many. */
    rootOf(lane: Lane): number {
      const place = places.get(lane.id)
      if (place !== undefined) return place
      if (lanes.length < maxSequenceLanes - 1) return add(lane)
      return places.get('others') ?? add({ id: 'others', kind: 'others' })
    },
    /** A call to it began or ended. */
    called(lane: number, change: 1 | -1) {
      const one = busy[lane]
      if (one) one.calls += change
      bars = undefined
    },
    turned(lane: number, from: TaskState | undefined, to: TaskState) {
      count(lane, from, -1)
      count(lane, to, 1)
    },
    bars() {
      bars ??= busy.map(barOf).join('')
      return bars
    },
  }
}

type Busy = Record<'calls' | 'working' | 'input' | 'auth', number>

function barOf({ calls, working, input, auth }: Busy) {
  if (working === 0 && auth > 0) return '3'
  if (working === 0 && input > 0) return '2'
  return calls + working > 0 ? '1' : '0'
}

export const parleyLane: Lane = { id: 'parley', kind: 'parley' }

export function agentLane(agentId: string | undefined, url: string): Lane {
  return agentId === undefined ? hostLane(url) : { id: `agent ${agentId}`, kind: 'agent', agentId }
}

export function hostLane(url: string): Lane {
  const name = urlParts(url).authority
  return { id: `host ${name}`, kind: 'agent', name }
}

export function programLane(via: NonNullable<CallFacts['via']>): Lane {
  const name = programName(via)
  return { id: `program ${name}`, kind: 'program', name }
}
