// How a process of this user's, a coding agent's or a verb's, and the Parley it attaches to know each other. The port may be a stranger's by now, so neither sends the
// secret of the file that only this user may read: each seals with it what the other has just made up.

import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { parsedJson } from '#shared/json/parsed-json.ts'
import { attachFileIn } from './attach-file.ts'
import {
  greetingSchema,
  introductionSchema,
  isSameSecret,
  newSecret,
  readRun,
  sealOf,
  shortText,
} from './secret.ts'

/** What comes to the door, by path: MCP of a coding agent, or a verb of the command line. */
export const doors = {
  mcp: { path: '/mcp', who: 'coding agent' },
  verb: { path: '/verb', who: 'command' },
} as const
export type Door = keyof typeof doors

/** Closed by a person, in the window. */
export const stoppedCode = 4001
export const refusedCode = 4002
/** Of one message of a coding agent, with room for a file as base64; the connection closes. */
export const maxAttachMessageBytes = 64 * 1024 * 1024
/** Time for each side to prove that it knows the secret; then the connection closes. */
const maxProofMs = 3_000

const proofSchema = z.object({ seal: shortText })
const welcomeSchema = z.object({ attached: z.literal(true) })

export function say(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify(message))
}

/** The window's side. */
export async function isProven(socket: WebSocket, secret: string, door: Door): Promise<boolean> {
  const { nonce } = greetingSchema.parse(await heard(socket))
  const challenge = newSecret()
  say(socket, { challenge, seal: sealOf(secret, 'window', nonce, challenge) })
  const { seal } = proofSchema.parse(await heard(socket))
  return isSameSecret(seal, sealOf(secret, doors[door].who, challenge))
}

/** The other side: a socket past the door; undefined where no window proves to be there. */
export async function attachTo(dataDir: string, door: Door): Promise<WebSocket | undefined> {
  const run = readRun(attachFileIn(dataDir))
  if (!run) return undefined
  const { authority, secret } = run
  const socket = new WebSocket(`ws://${authority}${doors[door].path}`, { handshakeTimeout: maxProofMs })
  try {
    await once(socket, 'open')
    const nonce = newSecret()
    say(socket, { nonce })
    const { challenge, seal } = introductionSchema.parse(await heard(socket))
    if (!isSameSecret(seal, sealOf(secret, 'window', nonce, challenge))) throw new Error('Another is there.')
    say(socket, { seal: sealOf(secret, doors[door].who, challenge) })
    welcomeSchema.parse(await heard(socket))
    return socket
  } catch {
    socket.terminate()
    return undefined
  }
}

async function heard(socket: WebSocket): Promise<unknown> {
  const [message] = await once(socket, 'message', { signal: AbortSignal.timeout(maxProofMs) })
  return parsedJson(String(message))
}
