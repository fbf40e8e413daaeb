// `parley mcp --attach`: carries MCP between this process and the Parley whose window is open on the same data.

import { once } from 'node:events'
import { createWebSocketStream } from 'ws'
import { guarded } from '#engine/guarded.ts'
import { Fault } from '#shared/contract/fault.ts'
import { attachTo, brokenCode, stoppedCode } from '../../serve/attach-proof.ts'
import { writableTo } from '../caller.ts'
import { commandLine } from '../command-name.ts'
import { verbExitCodes } from '../exit-codes.ts'
import type { VerbCall } from '../verb.ts'
import { dataDirOf } from '../with-engine.ts'

export async function runAttached(call: VerbCall): Promise<number> {
  const { caller } = call
  const named = dataDirOf(call)
  const dataDir = named === undefined ? call.usualDataDir : caller.path(named)
  const socket = await attachTo(dataDir, 'mcp')
  if (!socket) {
    throw new Fault(
      'unavailable',
      `No window of Parley is open on ${dataDir}. Open one with "${commandLine(caller.command, 'open', named)}", or leave out --attach.`,
    )
  }
  const stream = createWebSocketStream(socket)
  const end = guarded('end of the attachment', () => socket.close())
  stream.on('error', end)
  caller.onUnread(end)
  if (caller.signal.aborted) end()
  caller.signal.addEventListener('abort', end)
  caller.stdin.pipe(stream)
  stream.pipe(writableTo(caller.stdout))
  const [code] = await once(socket, 'close')
  const why = sentences[code]
  if (why === undefined) return verbExitCodes.done
  caller.stderr.write(`${why}\n`)
  return verbExitCodes.failed
}

const sentences: Readonly<Record<number, string>> = {
  [stoppedCode]: 'A person stopped this coding agent in the window of Parley.',
  [brokenCode]: 'Something broke inside Parley. Its log says what.',
  1006: 'The window of Parley was closed.',
}
