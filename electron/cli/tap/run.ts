// `parley tap`: callers are given its address in place of the agent's, and what they say is recorded and told until it is stopped.

import { isIP } from 'node:net'
import {
  type SignedCardChoice,
  signedCardChoices,
  type TapFault,
  tapFaultKinds,
  tapFaultSchema,
} from '#shared/contract/taps.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf } from '../flag-values.ts'
import { openOutput } from '../output.ts'
import { sessionSum } from '../record/session-sum.ts'
import { tellExchanges } from '../record/tell-exchanges.ts'
import { refuseUnwritable } from '../sessions/write-export.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { withAgent } from '../with-agent.ts'
import { type PartsKept, recordParts } from './parts.ts'
import { endpointOf, sendTraces } from './send-traces.ts'

export function tapAgent(call: VerbCall): Promise<number> {
  const output = openOutput(call)
  const { port, host } = placeOf(call)
  const kept = partsOf(call)
  const faults = faultsOf(call)
  const signedCards = signedCardsOf(call)
  const endpoint = endpointOf(call)
  return withAgent(
    call,
    output,
    async (run) => {
      const { taps, sessions } = run.engine
      const webhooks = call.flags['webhooks'] === true
      const tap = await taps.start({ agentId: run.agent.id, port, host, signedCards, webhooks })
      taps.setFaults(tap.id, faults)
      const sessionId = sessions.currentSession()
      const finishTraces = await sendTraces(run, output, endpoint)
      output.line({ sessionId, tap }, () => `Tap  ${tap.address}`)
      for (const notice of tap.notices) output.note(notice)
      output.note('Recording. What is called there is forwarded to the agent. Ctrl+C ends it.')
      let code: number = verbExitCodes.done
      try {
        if (kept) code = await recordParts(run, output, kept)
        else await tellExchanges(run, sessionId, output)
      } finally {
        const { notices = [] } = taps.list().find(({ id }) => id === tap.id) ?? {}
        for (const notice of notices) if (!tap.notices.includes(notice)) output.note(notice)
        await taps.stop(tap.id)
      }
      await finishTraces()
      if (kept) return code
      const { line, text } = sessionSum((await sessions.recording()).session ?? sessions.view(sessionId))
      output.line(line, text)
      return code
    },
    { untilStopped: true },
  )
}

function placeOf({ flags }: VerbCall): { readonly port: number; readonly host: string } {
  const port = numberOf(flags, 'port', 0) ?? 0
  if (port > 65_535) throw new WrongUsage(`--port expects a number from 0 to 65535, not "${port}".`)
  const { host = '127.0.0.1' } = flags
  if (typeof host === 'string' && isIP(host) !== 0) return { port, host }
  throw new WrongUsage(`--host expects an address such as 0.0.0.0, not "${String(host)}".`)
}

function faultsOf({ flags: { fault } }: VerbCall): readonly TapFault[] {
  const written = Array.isArray(fault) ? fault.map(String) : []
  return written.map((text) => {
    const [, route, kind, value] = /^(.+)=([\w-]+):(\d+)$/.exec(text) ?? []
    const read = tapFaultSchema.safeParse({ route, kind, value: Number(value) })
    if (read.success) return read.data
    const kinds = Object.keys(tapFaultKinds).join(', ')
    throw new WrongUsage(`--fault expects ROUTE=KIND:N, as in stream=cut:3, not "${text}". Kinds: ${kinds}.`)
  })
}

function signedCardsOf({ flags }: VerbCall): SignedCardChoice {
  const { 'signed-card': written = 'rewritten' } = flags
  const choice = signedCardChoices.find((each) => each === written)
  if (choice !== undefined) return choice
  throw new WrongUsage(`--signed-card expects ${signedCardChoices.join(' or ')}, not "${String(written)}".`)
}

const usualPartMb = 100
const usualParts = 9

function partsOf({ flags }: VerbCall): PartsKept | undefined {
  const { out } = flags
  const partMb = numberOf(flags, 'part', 1)
  const keep = numberOf(flags, 'keep', 0)
  if (typeof out !== 'string') {
    if (partMb !== undefined || keep !== undefined)
      throw new WrongUsage('--part and --keep require --out FILE.')
    return undefined
  }
  if (flags['no-record'] === true) throw new WrongUsage('Choose one of --out and --no-record.')
  refuseUnwritable(out)
  return { path: out, partBytes: (partMb ?? usualPartMb) * 1_000_000, keep: keep ?? usualParts }
}
