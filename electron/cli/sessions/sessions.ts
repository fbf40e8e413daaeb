import { extname } from 'node:path'
import { oneLine } from '#shared/checks/reports/escape.ts'
import { type FileFormat, fileFormats, type Selection } from '#shared/contract/session-files.ts'
import type { SessionView } from '#shared/contract/sessions.ts'
import { defined } from '#shared/defined.ts'
import { formatCount } from '#shared/format-count.ts'
import type { ExchangeRow } from '#shared/record/exchange-row.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { Failure, whyUnkept } from '../failure.ts'
import { printable } from '../output.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import {
  exchangeLine,
  importFile,
  rowsOf,
  type SessionRun,
  sessionLine,
  timeText,
  titleOf,
  withKept,
  withSession,
} from './session-text.ts'
import { printExport, refuseUnwritable, writeExport } from './write-export.ts'

const pageRows = 200

const usualHits = 20
/** Of one answer of `sessions search`; more are refused. */
const maxSearchHits = 100
/** Of a text to search for; a longer one is refused. */
const maxSoughtChars = 500

export function listSessions(call: VerbCall): Promise<number> {
  return withKept(call, async ({ engine, signal, output }) => {
    const sessions: SessionView[] = []
    for (let after: string | undefined; !signal.aborted; ) {
      const page = await engine.sessions.list({ limit: pageRows, ...defined({ after }) })
      sessions.push(...page.sessions)
      after = page.next
      if (after === undefined) break
    }
    output.data({ sessions }, () => sessions.map(sessionLine).join('\n'))
    if (sessions.length === 0) output.note('No session is kept here.')
    return verbExitCodes.done
  })
}

export function showSession(call: VerbCall): Promise<number> {
  return withSession(call, async (run) => {
    const { session, output } = run
    const exchanges = await exchangesOf(run)
    output.data({ session, exchanges }, () =>
      [
        output.styled('bold', titleOf(session)),
        ...(session.note === '' ? [] : [printable(session.note)]),
        `${session.id}, ${timeText(session.createdAt)}`,
        `${formatCount(session.exchanges)} exchanges, ${formatCount(session.tasks)} tasks, ${formatCount(session.findings)} findings`,
        ...session.agents.map(({ name }) => `Agent  ${oneLine(name)}`),
        '',
        ...exchanges.map(exchangeLine),
      ].join('\n'),
    )
    return verbExitCodes.done
  })
}

function exchangesOf({ engine, session, signal }: SessionRun): Promise<readonly ExchangeRow[]> {
  const { id: sessionId } = session
  const { console } = engine.readersOf(sessionId)
  const request = { filter: '', sessionId, limit: pageRows }
  return Array.fromAsync(rowsOf((offset) => console.exchanges({ ...request, offset }), signal))
}

export function exportSession(call: VerbCall): Promise<number> {
  const { out, task, context } = call.flags
  const path = typeof out === 'string' && out !== '-' ? call.caller.path(out) : undefined
  const format = formatOf(call.flags, path)
  const messageText = isTextRequested(call.flags, format)
  const selection = selectionOf(task, context)
  if (path !== undefined) refuseUnwritable(path)
  else if (call.caller.stdout.isTTY && (format === 'parley' || format === 'otlp-protobuf')) {
    throw new WrongUsage(`The format ${format} is binary and not for a terminal: name a file with --out.`)
  }
  return withSession(call, async ({ engine, session, signal, output }) => {
    const { files } = engine.sessions
    const request = { sessionId: session.id, selection, format, messageText }
    if (path === undefined) await printExport(files, request, call.caller.stdout, signal)
    else {
      await writeExport(files, request, path, signal).catch((error: NodeJS.ErrnoException) => {
        if (error.code === undefined) throw error
        throw new Failure('failed', `${path} couldn't be written: ${error.message}.`)
      })
      output.note(`${titleOf(session)} is in ${path}.`)
    }
    return verbExitCodes.done
  })
}

/** By the flags, else by the file's name. */
function formatOf({ format, otlp }: VerbCall['flags'], path = ''): FileFormat {
  const isBytes = /\.pb$/i.test(path)
  if (otlp === true) {
    if (format !== undefined) throw new WrongUsage('Choose one of --format and --otlp.')
    return isBytes ? 'otlp-protobuf' : 'otlp'
  }
  const named = fileFormats.find((each) => each === format)
  if (named) return named
  if (isBytes) return 'otlp-protobuf'
  if (/\.otlp\.jsonl?$/i.test(path)) return 'otlp'
  const extension = extname(path).slice(1).toLowerCase()
  return fileFormats.find((each) => each === extension) ?? 'parley'
}

/** Message text needs two flags, as it is what people and agents wrote. */
function isTextRequested(flags: VerbCall['flags'], format: FileFormat): boolean {
  if (flags['message-text'] !== true) return false
  if (format !== 'otlp' && format !== 'otlp-protobuf') {
    throw new WrongUsage('--message-text is for traces: the other formats always include message text.')
  }
  if (flags['yes'] === true) return true
  throw new WrongUsage('--message-text puts message text into the traces. Add --yes to confirm.')
}

function selectionOf(taskId: unknown, contextId: unknown): Selection {
  if (typeof taskId === 'string' && typeof contextId === 'string') {
    throw new WrongUsage('Choose one of --task and --context.')
  }
  if (typeof taskId === 'string') return { of: 'task', taskId }
  if (typeof contextId === 'string') return { of: 'context', contextId }
  return { of: 'session' }
}

export function importSession(call: VerbCall): Promise<number> {
  const [path = ''] = call.operands
  const damaged = call.flags['take-whole-part'] === true ? 'take-whole-part' : 'refuse'
  return withKept(call, async (run) => {
    const { output } = run
    const { sessionId, sentence } = await importFile(run, call.caller.path(path), damaged)
    const lost = whyUnkept(run.engine)
    if (lost !== undefined) throw new Failure('failed', `${path} isn't kept. ${lost}`)
    const session = run.engine.sessions.view(sessionId)
    output.data({ session, ...defined({ sentence }) }, () => sessionLine(session))
    if (sentence !== undefined) output.note(sentence)
    return verbExitCodes.done
  })
}

export function searchSessions(call: VerbCall): Promise<number> {
  const text = (call.operands[0] ?? '').trim()
  const limit = call.flags['limit'] === undefined ? usualHits : Number(call.flags['limit'])
  if (!Number.isInteger(limit) || limit < 1 || limit > maxSearchHits) {
    throw new WrongUsage(`--limit expects a number from 1 to ${maxSearchHits}.`)
  }
  if (text === '' || text.length > maxSoughtChars) {
    throw new WrongUsage(`sessions search expects 1 to ${maxSoughtChars} characters to search for.`)
  }
  return withKept(call, async ({ engine, output }) => {
    const { hits, total } = await engine.sessions.search({ text, skip: 0, limit })
    output.data({ total, hits }, () =>
      hits
        .map(
          ({ sessionId, session, at, kind, excerpt }) =>
            `${oneLine(sessionId)}  ${timeText(at)}  ${titleOf(session)}  ${kind}\n    ${oneLine(excerpt)}`,
        )
        .join('\n'),
    )
    if (total > hits.length) {
      output.note(`${formatCount(hits.length)} of ${formatCount(total)} are shown. --limit shows more.`)
    }
    if (total === 0) output.note('Nothing that is kept has these words.')
    return verbExitCodes.done
  })
}
