import type { TraceSending } from '#shared/contract/traces.ts'
import { counted } from '../../../ui/format.ts'

const states: Readonly<Record<TraceSending['state'], string>> = {
  off: 'Off.',
  waiting: 'On. A call is sent when it ends.',
  sending: 'Sending.',
  retrying: 'Waiting to try again. Nothing is lost meanwhile.',
}

export function stateWords({ state }: TraceSending): string {
  return states[state]
}

/** Since Parley was started. */
export function countWords({ sentSpans, rejectedSpans, missedCalls, entriesBehind }: TraceSending): string {
  const words = [`${counted(sentSpans, 'span', 'spans')} sent`]
  if (rejectedSpans > 0) words.push(`${counted(rejectedSpans, 'span', 'spans')} rejected by the endpoint`)
  if (missedCalls > 0) words.push(`${counted(missedCalls, 'call', 'calls')} deleted before they were sent`)
  if (entriesBehind > 0) words.push(`${counted(entriesBehind, 'recorded entry', 'recorded entries')} waiting`)
  return `${words.join(', ')}.`
}
