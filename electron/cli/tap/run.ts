// `parley tap`: callers use its address in place of the agent's; it records and prints their exchanges until it is stopped.

import { rename, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { format, parse } from 'node:path'
import { ignoreMissing } from '#engine/platform/errors.ts'
import { isLoopback } from '#engine/platform/net.ts'
import {
  signedCardChoices,
  type Tap,
  type TapFault,
  tapFaultKinds,
  tapFaultSchema,
} from '#shared/contract/taps.ts'
import type { TraceSending } from '#shared/contract/traces.ts'
import { messageOf } from '#shared/errors.ts'
import { counted } from '#shared/format-count.ts'
import { proxyNotice, proxyVariables } from '#shared/proxy-variables.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf, pairs } from '../flags.ts'
import type { Output } from '../output.ts'
import { printExchanges } from '../print-exchanges.ts'
import { sessionSum } from '../sessions/session-text.ts'
import { refuseUnwritable, writeExport } from '../sessions/write-export.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { timeLimitOf, withAgent } from '../with-agent.ts'
import { type EngineRun, withEngine } from '../with-engine.ts'

/** For the endpoint of traces to take what ended, before a part is deleted or the run ends; the rest is not sent. */
const maxTraceWaitMs = 5_000

export function runTap(call: VerbCall): Promise<number> {
  if (call.flags['proxy'] === true) return runProxy(call)
  if (call.operands.length === 0) throw new WrongUsage('tap expects the URL of an agent, or --proxy.')
  const request = requestedTap(call)
  const signedCards = signedCardChoices.find((each) => each === call.flags['signed-card']) ?? 'rewritten'
  const webhooks = call.flags['webhooks'] === true
  return withAgent(
    call,
    (run) =>
      record(run, request, async () => {
        const tap = await run.engine.taps.start({
          agentId: run.agent.id,
          ...request.place,
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

/** Flags of a tap for one agent. */
const agentOnly = ['signed-card', 'webhooks', 'header', 'bearer', 'approve'] as const

function runProxy(call: VerbCall): Promise<number> {
  if (call.operands.length > 0)
    throw new WrongUsage('--proxy takes no URL: each request names where it goes.')
  const other = agentOnly.find((name) => call.flags[name] !== undefined)
  if (other !== undefined) throw new WrongUsage(`--${other} is about the tap of an agent, not about --proxy.`)
  const request = requestedTap(call)
  return withEngine(
    call,
    (run) =>
      record(run, request, async () => {
        const tap = await run.engine.taps.startProxy(request.place)
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

function requestedTap(call: VerbCall) {
  return { place: placeOf(call), kept: partsOf(call), faults: faultsOf(call), endpoint: endpointOf(call) }
}

interface Started {
  readonly tap: Tap
  readonly text: string
  readonly notes: readonly string[]
}

async function record(
  run: EngineRun,
  { kept, faults, endpoint }: ReturnType<typeof requestedTap>,
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
    else await printExchanges(run, sessionId)
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

// Recordings of a tap that runs for days, in parts of bounded size: each part is a session, which is exported to a file
// once it is full and has no open exchange, and is then deleted here. The requested file is the newest part; older ones
// are numbered, and the oldest is deleted.

interface PartsKept {
  readonly path: string
  readonly partBytes: number
  /** Besides the newest. */
  readonly keep: number
}

/** Resolves with the exit code. Where a part can't be written, its session stays and the tap continues. */
async function recordParts(run: EngineRun, partsKept: PartsKept): Promise<number> {
  const { engine, output } = run
  const { sessions } = engine
  const parts: Promise<void>[] = []
  let code: number = verbExitCodes.done
  const failed = (error: unknown) => {
    code = verbExitCodes.failed
    output.note(`${partsKept.path} couldn't be written: ${messageOf(error)}.`)
  }
  let written = Promise.resolve()
  const recordPart = async (sessionId: string): Promise<void> => {
    let isFull = false
    await printExchanges(run, sessionId, async (open) => {
      if (isFull) return open === 0
      isFull = ((await sessions.recording()).session?.sizeBytes ?? 0) >= partsKept.partBytes
      if (isFull) {
        await sessions.record('new')
        begin()
      }
      return isFull && open === 0
    })
    if (parts.length > 1 && sessions.view(sessionId).exchanges === 0) return
    const writing = written.then(() => writePart(run, sessionId, partsKept))
    written = writing.catch(() => undefined)
    await writing
    if (!isFull) return
    await engine.traces.flush(maxTraceWaitMs)
    await sessions.remove(sessionId)
  }
  const begin = () => {
    const part = recordPart(sessions.currentSession())
    parts.push(part.catch(failed))
  }
  begin()
  // The loop also awaits parts that are added meanwhile.
  for (const part of parts) await part
  return code
}

async function writePart(
  { engine: { sessions }, output }: EngineRun,
  sessionId: string,
  { path, keep }: PartsKept,
): Promise<void> {
  const { dir, name, ext } = parse(path)
  const numbered = (part: number) => (part === 0 ? path : format({ dir, name: `${name}.${part}`, ext }))
  await rm(numbered(keep), { force: true })
  for (let part = keep; part > 0; part--)
    await rename(numbered(part - 1), numbered(part)).catch(ignoreMissing)
  await writeExport(sessions.files, { sessionId, selection: { of: 'session' }, format: 'parley' }, path)
  const { line, text } = sessionSum(sessions.view(sessionId))
  output.line({ ...line, file: path }, () => `${text()}, in ${path}`)
}

// Exports the traces of a tap while it records, to the endpoint of the settings or of `--otlp` for this run alone.

interface Endpoint {
  readonly endpoint: string
  readonly headers: { readonly name: string; readonly value: string }[]
}

function endpointOf({ flags }: VerbCall): Endpoint | undefined {
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

/** Returns a function that flushes at the end and prints how many spans were sent. */
async function sendTraces(
  { engine: { traces }, signal, output }: EngineRun,
  requested: Endpoint | undefined,
): Promise<() => Promise<void>> {
  if (requested) await traces.configure({ ...requested, enabled: true, format: 'protobuf' })
  const { enabled, endpoint } = traces.settings()
  if (!enabled) return async () => undefined
  output.note(`Traces go to ${endpoint}.`)
  const reported = printTrouble(traces.follow(signal), output)
  return async () => {
    await reported
    const isAllSent = await traces.flush(maxTraceWaitMs)
    const { sentSpans, rejectedSpans, missedCalls } = traces.sending()
    const line = { endpoint, sentSpans, rejectedSpans, missedCalls, isAllSent }
    output.line({ traces: line }, () => `Traces: ${sumOf(line)}`)
  }
}

/** Prints each error once, until another one follows. */
async function printTrouble(sending: AsyncIterable<TraceSending>, output: Output): Promise<void> {
  let reported: string | undefined
  for await (const { lastError } of sending) {
    if (lastError === undefined || lastError.message === reported) continue
    reported = lastError.message
    output.note(`Traces: ${reported}`)
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
