// What a tap records as traces to an endpoint, while it is recorded: the one of the settings, or of `--otlp`, for this run alone.

import type { TraceSending } from '#shared/contract/traces.ts'
import { counted } from '#shared/format-count.ts'
import { pairs } from '../flag-values.ts'
import type { Output } from '../output.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import type { EngineRun } from '../with-engine.ts'

interface Endpoint {
  readonly endpoint: string
  readonly headers: { readonly name: string; readonly value: string }[]
}

// Until the endpoint has what ended, before a part is forgotten or the run ends.
export const maxTraceWaitMs = 5_000

export function endpointOf({ flags }: VerbCall): Endpoint | undefined {
  const { otlp, 'otlp-header': header } = flags
  if (typeof otlp !== 'string') {
    if (header !== undefined) throw new WrongUsage('--otlp-header requires --otlp URL.')
    return undefined
  }
  if (flags['no-record'] === true) throw new WrongUsage('Choose one of --otlp and --no-record.')
  if (!/^https?:\/\//i.test(otlp) || !URL.canParse(otlp))
    throw new WrongUsage(`--otlp expects an address such as http://127.0.0.1:4318, not "${otlp}".`)
  const named = pairs(header, '--otlp-header', ':', 'Name: value')
  return { endpoint: otlp, headers: Object.entries(named).map(([name, value]) => ({ name, value })) }
}

/** Answers what waits at the end, and says what became of the spans. */
export async function sendTraces(
  { engine: { traces }, signal, output }: EngineRun,
  wanted: Endpoint | undefined,
): Promise<() => Promise<void>> {
  if (wanted) await traces.configure({ ...wanted, enabled: true, format: 'protobuf' })
  const { enabled, endpoint } = traces.settings()
  if (!enabled) return async () => undefined
  output.note(`Traces go to ${endpoint}.`)
  const told = tellTrouble(traces.follow(signal), output)
  return async () => {
    await told
    const isAllSent = await traces.flush(maxTraceWaitMs)
    const { sentSpans, rejectedSpans, missedCalls } = traces.sending()
    const line = { endpoint, sentSpans, rejectedSpans, missedCalls, isAllSent }
    output.line({ traces: line }, () => `Traces: ${sumOf(line)}`)
  }
}

/** Each trouble once, until there is another. */
async function tellTrouble(sending: AsyncIterable<TraceSending>, output: Output): Promise<void> {
  let told: string | undefined
  for await (const { lastError } of sending) {
    if (lastError === undefined || lastError.message === told) continue
    told = lastError.message
    output.note(`Traces: ${told}`)
  }
}

type Sum = Pick<TraceSending, 'sentSpans' | 'rejectedSpans' | 'missedCalls'> & {
  readonly isAllSent: boolean
}

function sumOf({ sentSpans, rejectedSpans, missedCalls, isAllSent }: Sum): string {
  const words = [`${counted(sentSpans, 'span')} sent`]
  if (rejectedSpans > 0) words.push(`${counted(rejectedSpans, 'span')} rejected by the endpoint`)
  if (missedCalls > 0) words.push(`${counted(missedCalls, 'call')} deleted before they were sent`)
  if (!isAllSent) words.push('the rest not sent')
  return words.join(', ')
}
