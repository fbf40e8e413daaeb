// Runs verbs about stored data in the open window's process, for other processes that connect to it.

import { once } from 'node:events'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Engine } from '#engine/engine.ts'
import { guarded } from '#engine/platform/guarded.ts'
import { defined } from '#shared/defined.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import type { Caller, Writer } from '../caller.ts'
import { stopSchema, streams, type VerbRequest, verbRequestSchema } from './messages.ts'

/** For a command beside an open window to send its request; then the connection closes. */
const maxRequestMs = 3_000

export function answerVerbs(engine: Engine, bundles: string) {
  return async (socket: WebSocket): Promise<void> => {
    const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(maxRequestMs) })
    const request = verbRequestSchema.parse(parsedJson(String(message)))
    const { runVerb } = await import('../cli.ts')
    const code = await runVerb(request.args, bundles, callerAt(socket, request), engine)
    socket.send(JSON.stringify({ code }))
    socket.close()
  }
}

function callerAt(socket: WebSocket, request: VerbRequest): Caller {
  const stopped = new AbortController()
  const quit = () => socket.terminate()
  const take = (message: Buffer) => {
    const read = stopSchema.safeParse(parsedJson(String(message)))
    if (read.success) stopped.abort(read.data.stop)
  }
  socket.on('message', guarded('verb signal', take, quit))
  const { folder, env, command } = request
  return {
    // No verb that runs here reads standard input.
    stdin: Readable.from([]),
    stdout: writerOf(socket, 'stdout', request),
    stderr: writerOf(socket, 'stderr', request),
    command,
    env: { ...process.env, NO_COLOR: env.NO_COLOR, TERM: env.TERM },
    signal: stopped.signal,
    path: (named) => resolve(folder, named),
    onUnread: (listener) => socket.on('close', guarded('verb process left', listener)),
    broken: () => undefined,
    quit,
    // The window's process already watches its engine.
    watch: () => undefined,
  }
}

function writerOf(socket: WebSocket, name: (typeof streams)[number], request: VerbRequest): Writer {
  const { isTTY, columns } = request[name]
  return {
    ...(isTTY && { isTTY }),
    ...defined({ columns }),
    write(text, onWritten) {
      const bytes = Buffer.concat([Buffer.of(streams.indexOf(name)), Buffer.from(text)])
      socket.send(bytes, { binary: true }, () => onWritten?.())
    },
  }
}
