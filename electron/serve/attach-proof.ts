// Mutual authentication of an open Parley and a process of the same user, a coding agent's or a verb's. The port may
// belong to another program by now, so neither sends the secret of the file that only this user can read: each signs a
// nonce of the other.

import { once } from 'node:events'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { Fault } from '#shared/contract/fault.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import {
  greetingSchema,
  introductionSchema,
  isSameSecret,
  newSecret,
  readRun,
  sealOf,
  shortText,
} from './secret.ts'

/** The services of the server, by path: MCP of a coding agent, or a verb of the command line. */
export const doors = {
  mcp: { path: '/mcp', who: 'coding agent' },
  verb: { path: '/verb', who: 'command' },
} as const
export type Door = keyof typeof doors

/** Closed by a person, in the window. */
export const stoppedCode = 4001
/** Too many connections. */
export const refusedCode = 4002
/** RFC 6455 §7.4.1: an internal error. */
export const brokenCode = 1011
/** Of one message of a coding agent, with room for a file as base64; the connection closes. */
export const maxAttachMessageBytes = 64 * 1024 * 1024
/** For a process that attaches to a window to prove that it has the secret; then the connection closes. */
const maxProofMs = 1_000
/** For a window to answer each message of a process that attaches to it; then the process takes it for closed. */
const maxWindowAnswerMs = 3_000
// Attempts to connect while there are too many connections.
const maxDoorTries = 3

const proofSchema = z.object({ seal: shortText })
const welcomeSchema = z.object({ attached: z.literal(true) })

export function sendMessage(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message))
}

/** The window's side. */
export async function isProven(socket: WebSocket, secret: string, door: Door): Promise<boolean> {
  const signal = AbortSignal.timeout(maxProofMs)
  const { nonce } = greetingSchema.parse(await nextMessage(socket, signal))
  const challenge = newSecret()
  sendMessage(socket, { challenge, seal: sealOf(secret, 'window', nonce, challenge) })
  const { seal } = proofSchema.parse(await nextMessage(socket, signal))
  return isSameSecret(seal, sealOf(secret, doors[door].who, challenge))
}

/** The client's side: a socket after the proof; undefined where no window proves itself. Throws on too many connections. */
export async function attachTo(dataDir: string, door: Door): Promise<WebSocket | undefined> {
  for (let left = maxDoorTries; left > 0; left -= 1) {
    const socket = await tryToAttach(dataDir, door)
    if (socket !== 'full') return socket
  }
  throw new Fault(
    'conflict',
    `Too many coding agents or commands are attached to the window of Parley on ${dataDir}. Stop one there, or try again in a moment.`,
  )
}

async function tryToAttach(dataDir: string, door: Door): Promise<WebSocket | 'full' | undefined> {
  const run = readRun(attachFileIn(dataDir))
  if (!run) return undefined
  const { authority, secret } = run
  const socket = new WebSocket(`ws://${authority}${doors[door].path}`, {
    handshakeTimeout: maxWindowAnswerMs,
  })
  const answer = () => nextMessage(socket, AbortSignal.timeout(maxWindowAnswerMs))
  try {
    await once(socket, 'open')
    const nonce = newSecret()
    sendMessage(socket, { nonce })
    const { challenge, seal } = introductionSchema.parse(await answer())
    if (!isSameSecret(seal, sealOf(secret, 'window', nonce, challenge))) throw new Error('Another is there.')
    sendMessage(socket, { seal: sealOf(secret, doors[door].who, challenge) })
    welcomeSchema.parse(await answer())
    return socket
  } catch (error) {
    socket.terminate()
    return error instanceof Closed && error.code === refusedCode ? 'full' : undefined
  }
}

class Closed extends Error {
  readonly code: unknown
  constructor(code: unknown) {
    super('It was closed.')
    this.code = code
  }
}

async function nextMessage(socket: WebSocket, signal: AbortSignal): Promise<unknown> {
  const closed = once(socket, 'close', { signal }).then(([code]) => {
    throw new Closed(code)
  })
  const [message] = await Promise.race([once(socket, 'message', { signal }), closed])
  return parsedJson(String(message))
}

/** The file with the port and secret of an open window; absent without one. */
export function attachFileIn(dataDir: string): string {
  return join(dataDir, 'attach.json')
}
