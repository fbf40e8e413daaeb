// Whether frames tell a task's state: what is decoded already reports it, and else their text, which is not decoded for that.

import type { FrameEntry } from '../record/entry.ts'
import type { FrameRun } from '../record/run-schema.ts'
import { cachedAnswer, cachedRun } from './decode-cache.ts'
import { stateOf, updatesOf } from './updates-of.ts'

/** Where the name of no member reports it, and none is written in escapes, no event tells a state. */
const stateMember = /state"|\\u/i
const nameChars = 5

/** False only where none does. */
export function mayContainState(frames: FrameEntry | FrameRun): boolean {
  return frames.kind === 'run' ? runMay(frames) : frameMay(frames)
}

function runMay(run: FrameRun): boolean {
  const { pieces, updates } = cachedRun(run) ?? {}
  if (pieces) return false
  if (updates?.every((update) => update !== undefined)) return updates.some((update) => stateOf(update))
  const { before, after, texts } = run
  // A name may begin in what all of them begin with, and end in what they end with.
  const [start, end] = [before.slice(-nameChars), after.slice(0, nameChars)]
  const lines = `${start}${texts.replaceAll('\n', `${end}\n${start}`)}${end}`
  return [before, lines, after].some((text) => stateMember.test(text))
}

function frameMay(frame: FrameEntry): boolean {
  if (frame.framing === 'sse-comment') return false
  const answer = cachedAnswer(frame)
  if (answer?.kind === 'result') return updatesOf(answer.result).some((update) => stateOf(update))
  const { text } = frame.data ?? frame.raw
  return text === undefined || stateMember.test(text)
}
