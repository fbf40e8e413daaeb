// `parley tap`: callers are given its address in place of the agent's, and what they say is recorded and told until it is stopped.

import { isIP } from 'node:net'
import { isLoopback } from '#engine/is-loopback.ts'
import {
  type SignedCardChoice,
  signedCardChoices,
  type Tap,
  type TapFault,
  tapFaultKinds,
  tapFaultSchema,
} from '#shared/contract/taps.ts'
import { proxyNotice, proxyVariables } from '#shared/proxy-variables.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf } from '../flag-values.ts'
import { tellExchanges } from '../record/tell-exchanges.ts'
import { sessionSum } from '../sessions/session-text.ts'
import { refuseUnwritable } from '../sessions/write-export.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { timeLimitOf, withAgent } from '../with-agent.ts'
import { type EngineRun, withEngine } from '../with-engine.ts'
import { type PartsKept, recordParts } from './parts.ts'
import { endpointOf, sendTraces } from './send-traces.ts'

export function runTap(call: VerbCall): Promise<number> {
  if (call.flags['proxy'] === true) return runProxy(call)
  if (call.operands.length === 0) throw new WrongUsage('tap expects the URL of an agent, or --proxy.')
  const asked = askedOf(call)
  const signedCards = signedCardsOf(call)
  const webhooks = call.flags['webhooks'] === true
  return withAgent(
    call,
    (run) =>
      record(run, asked, async () => {
        const tap = await run.engine.taps.start({
          agentId: run.agent.id,
          ...asked.place,
          signedCards,
          webhooks,
        })
        return {
          tap,
          text: `Tap  ${tap.address}`,
          notes: ['Recording. What is called there is forwarded to the agent. Ctrl+C ends it.'],
        }
      }),
    { untilStopped: true },
  )
}

/** Of an agent's tap alone. */
const agentOnly = ['signed-card', 'webhooks', 'header', 'bearer', 'approve'] as const

function runProxy(call: VerbCall): Promise<number> {
  if (call.operands.length > 0)
    throw new WrongUsage('--proxy takes no URL: each request names where it goes.')
  const other = agentOnly.find((name) => call.flags[name] !== undefined)
  if (other !== undefined) throw new WrongUsage(`--${other} is about the tap of an agent, not about --proxy.`)
  const asked = askedOf(call)
  return withEngine(
    call,
    (run) =>
      record(run, asked, async () => {
        const tap = await run.engine.taps.startProxy(asked.place)
        const { http, https } = proxyVariables(tap.address)
        return {
          tap,
          text: `Proxy  ${tap.address}`,
          notes: [
            'Recording what passes over plain HTTP. Ctrl+C ends it. Start programs with these variables:',
            http,
            'And with these, to list what passes unread, too:',
            https,
            proxyNotice,
            ...(isLoopback(tap.host) ? [] : [openToOthers]),
          ],
        }
      }),
    { timeoutMs: timeLimitOf(call), untilStopped: true },
  )
}

const openToOthers = 'Any machine that reaches this proxy can call others through it.'

function askedOf(call: VerbCall) {
  return { place: placeOf(call), kept: partsOf(call), faults: faultsOf(call), endpoint: endpointOf(call) }
}

interface Started {
  readonly tap: Tap
  readonly text: string
  readonly notes: readonly string[]
}

async function record(
  run: EngineRun,
  { kept, faults, endpoint }: ReturnType<typeof askedOf>,
  start: () => Promise<Started>,
): Promise<number> {
  const { engine, output } = run
  const { taps, sessions } = engine
  const { tap, text, notes } = await start()
  taps.setFaults({ id: tap.id, faults: [...faults] })
  const sessionId = sessions.currentSession()
  const finishTraces = await sendTraces(run, endpoint)
  output.line({ sessionId, tap }, () => text)
  for (const note of [...tap.notices, ...notes]) output.note(note)
  let code: number = verbExitCodes.done
  try {
    if (kept) code = await recordParts(run, kept)
    else await tellExchanges(run, sessionId)
  } finally {
    const { notices = [] } = taps.list().find(({ id }) => id === tap.id) ?? {}
    for (const notice of notices) if (!tap.notices.includes(notice)) output.note(notice)
    await taps.stop({ id: tap.id })
  }
  await finishTraces()
  if (kept) return code
  const sum = sessionSum((await sessions.recording()).session ?? sessions.view(sessionId))
  output.line(sum.line, sum.text)
  return code
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
  return signedCardChoices.find((each) => each === flags['signed-card']) ?? 'rewritten'
}

const usualPartMb = 100
const usualParts = 9

function partsOf({ flags, caller }: VerbCall): PartsKept | undefined {
  const { out } = flags
  const partMb = numberOf(flags, 'part', 1)
  const keep = numberOf(flags, 'keep', 0)
  if (typeof out !== 'string') {
    if (partMb !== undefined || keep !== undefined)
      throw new WrongUsage('--part and --keep require --out FILE.')
    return undefined
  }
  if (flags['no-record'] === true) throw new WrongUsage('Choose one of --out and --no-record.')
  const path = caller.path(out)
  refuseUnwritable(path)
  return { path, partBytes: (partMb ?? usualPartMb) * 1_000_000, keep: keep ?? usualParts }
}
