// `parley mcp`: the engine without a window, asked through the contract as a window asks it, served over standard input and output.

import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { guarded } from '#engine/guarded.ts'
import { type Caller, writableTo } from '../caller.ts'
import { verbExitCodes } from '../exit-codes.ts'
import { numberOf } from '../flag-values.ts'
import { openHeadless } from '../headless.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'
import { dataDirOf } from '../with-engine.ts'
import { runAttached } from './attach.ts'
import { serveHttp } from './serve-http.ts'
import { deskOf, serveOver } from './serve-mcp.ts'
import type { Served } from './server.ts'

export async function runMcp(call: VerbCall): Promise<number> {
  const { flags, caller } = call
  const port = numberOf(flags, 'port', 0)
  const overHttp = flags['http'] === true
  if (port !== undefined && !overHttp) throw new WrongUsage('--port goes with --http.')
  if (flags['attach'] === true && overHttp) throw new WrongUsage('Choose one of --attach and --http.')
  if (flags['attach'] === true) return runAttached(call)
  const note = (sentence: string) => void caller.stderr.write(`${sentence}\n`)
  const { engine, close } = await openHeadless(call, dataDirOf(call), note)
  const ended = watchForClose(caller, overHttp)
  const served = { version: call.version, desk: deskOf(engine, ended.signal), log: note }
  try {
    const { close: stop } = overHttp
      ? await openHttp(served, port, note)
      : serveOver(served, new StdioServerTransport(caller.stdin, writableTo(caller.stdout)))
    await ended.done
    await stop()
  } finally {
    await close()
  }
  return verbExitCodes.done
}

async function openHttp(served: Served, port: number | undefined, note: (sentence: string) => void) {
  const { url, token, close } = await serveHttp(served, port ?? 0)
  note(`MCP is served at ${url} to callers with this header: Authorization: Bearer ${token}`)
  return { close }
}

interface Closing {
  readonly signal: AbortSignal
  readonly done: Promise<void>
}

/** The coding agent closed its end, or the caller got a stop signal. */
function watchForClose(caller: Caller, overHttp: boolean): Closing {
  const closed = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = guarded(
    'end of MCP',
    () => {
      closed.abort()
      resolve()
    },
    () => caller.quit(verbExitCodes.failed),
  )
  if (!overHttp) {
    for (const name of ['end', 'close'] as const) caller.stdin.once(name, end)
    caller.onUnread(end)
  }
  if (caller.signal.aborted) end()
  caller.signal.addEventListener('abort', end)
  return { signal: closed.signal, done: promise }
}
