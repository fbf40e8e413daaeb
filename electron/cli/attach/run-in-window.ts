// Runs a verb in the Parley whose window is open, as it owns the data folder: output arrives here, stop signals go there.

import type { WebSocket } from 'ws'
import { z } from 'zod'
import { guarded } from '#engine/platform/guarded.ts'
import { defined } from '#shared/defined.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { attachTo } from '../../serve/attach-proof.ts'
import type { Caller, Writer } from '../caller.ts'
import { stopOf } from '../ending.ts'
import { Failure } from '../failure.ts'
import { streams, type VerbRequest } from './messages.ts'

const endSchema = z.object({ code: z.number().int() })

/** Resolves with the exit code, or with undefined where no window is open. */
export async function runInWindow(
  dataDir: string,
  args: readonly string[],
  caller: Caller,
): Promise<number | undefined> {
  const socket = await attachTo(dataDir, 'verb')
  if (!socket) return undefined
  const { stdout, stderr, env, command } = caller
  const stop = guarded('verb signal', () => send(socket, { stop: stopOf(caller.signal) }))
  caller.signal.addEventListener('abort', stop)
  caller.onUnread(() => socket.close())
  try {
    const ended = codeOf(socket, caller)
    send(socket, {
      args,
      command,
      folder: caller.path('.'),
      env: { NO_COLOR: env['NO_COLOR'], TERM: env['TERM'] },
      ...{ stdout: shapeOf(stdout), stderr: shapeOf(stderr) },
    } satisfies VerbRequest)
    if (caller.signal.aborted) stop()
    return await ended
  } finally {
    caller.signal.removeEventListener('abort', stop)
    socket.terminate()
  }
}

function codeOf(socket: WebSocket, caller: Caller): Promise<number> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Failure('failed', 'The window of Parley was closed before this was done.'))
    socket.on('error', guarded('verb socket', gone))
    socket.on('close', guarded('verb socket', gone))
    const take = (message: Buffer, isBinary: boolean) => {
      if (isBinary) return void caller[streams[message[0] ?? 0] ?? 'stderr'].write(message.subarray(1))
      const end = endSchema.safeParse(parsedJson(String(message)))
      if (end.success) resolve(end.data.code)
    }
    socket.on('message', guarded('verb output', take, gone))
  })
}

function shapeOf({ isTTY, columns }: Writer): VerbRequest['stdout'] {
  return { ...(isTTY && { isTTY }), ...defined({ columns }) }
}

function send(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message))
}
