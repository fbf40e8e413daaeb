// One Parley per data directory: a second start sends its opening to the first, and gets the address for its browser.
// They find each other by a file that only this user can read, with the port and a secret of the run. The first may
// have been killed and its port reused, so neither sends the secret: each signs a nonce of the other, and the request
// and the response are sealed, too.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { readRequest } from '#engine/platform/net.ts'
import { openingSchema } from '#shared/contract/opening.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { createChallenges } from './challenges.ts'
import {
  greetingSchema,
  introductionSchema,
  isSameSecret,
  newSecret,
  readRun,
  removeRun,
  sealOf,
  shortText,
  writeRun,
} from './secret.ts'

/** Of a request for admission; a larger one is refused. */
const maxAdmissionBytes = 64 * 1024

export const handOverPath = '/hand-over'

const requestSchema = z.object({
  opening: openingSchema.optional(),
  /** Every admitted browser needs a new address. */
  forgetBrowsers: z.boolean().optional(),
})
export type HandOverRequest = z.infer<typeof requestSchema>

export type HandOver = ReturnType<typeof createHandOver>

const answerSchema = z.object({
  /** For one browser. */
  address: z.string(),
  /** A window is open and has received the opening. */
  isOpen: z.boolean(),
})
/** The first start's response to the second. */
export type HandedOver = z.infer<typeof answerSchema>

interface HandOverDeps {
  readonly dataDir: string
  isOpen(): boolean
  /** Called with the request of a second start, before the response. */
  take(request: HandOverRequest): void | Promise<void>
}

const sealedSchema = z.object({ challenge: shortText, json: z.string(), seal: shortText })
/** Time-out of the first start's response, after which the second reports that the data is in use. */
const maxHandOverMs = 3000
/** Of the response at the first start's port; a larger one is foreign, and the second start reports that the data is in use. */
const maxHandOverBytes = 64 * 1024

export function createHandOver({ dataDir, isOpen, take }: HandOverDeps) {
  const secret = newSecret()
  const challenges = createChallenges()
  const file = fileIn(dataDir)
  return {
    async receive(request: IncomingMessage, response: ServerResponse, address: () => string): Promise<void> {
      const body = await readRequestJson(request)
      const greeting = greetingSchema.safeParse(body)
      if (greeting.success) {
        const challenge = challenges.issue()
        const seal = sealOf(secret, 'first', greeting.data.nonce, challenge)
        return sendJson(response, { challenge, seal })
      }
      const sealed = sealedSchema.safeParse(body)
      if (!sealed.success) return end(response, 400)
      const { challenge, json, seal } = sealed.data
      const isProven = isSameSecret(seal, sealOf(secret, 'second', challenge, json))
      if (!isProven || !challenges.isOpen(challenge)) return end(response, 401)
      challenges.spend(challenge)
      const parsed = requestSchema.safeParse(parsedJson(json))
      if (!parsed.success) return end(response, 400)
      const wasOpen = isOpen()
      await take(parsed.data)
      const answer = JSON.stringify({ address: address(), isOpen: wasOpen } satisfies HandedOver)
      sendJson(response, { challenge, json: answer, seal: sealOf(secret, 'answer', challenge, answer) })
    },
    /** Lets a second start find this one; if that fails, a second start reports it. */
    announce: (authority: string): Promise<void> => writeRun(file, { authority, secret }),
    withdraw: (): void => removeRun(file),
  }
}

/** Hands over to the Parley that owns this data folder; undefined where none proves itself. */
export async function handOver(dataDir: string, request: HandOverRequest): Promise<HandedOver | undefined> {
  const run = readRun(fileIn(dataDir))
  if (!run) return undefined
  const { authority, secret } = run
  const nonce = newSecret()
  const json = JSON.stringify(request)
  try {
    const { challenge, seal } = introductionSchema.parse(await post(authority, { nonce }))
    if (!isSameSecret(seal, sealOf(secret, 'first', nonce, challenge))) return undefined
    const mine = sealOf(secret, 'second', challenge, json)
    const answer = sealedSchema.parse(await post(authority, { challenge, json, seal: mine }))
    const theirs = sealOf(secret, 'answer', challenge, answer.json)
    return isSameSecret(answer.seal, theirs) ? answerSchema.parse(parsedJson(answer.json)) : undefined
  } catch {
    // No server, or another one.
    return undefined
  }
}

async function post(authority: string, body: object): Promise<unknown> {
  const response = await fetch(`http://${authority}${handOverPath}`, {
    method: 'POST',
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(maxHandOverMs),
  })
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.length > maxHandOverBytes) throw new Error('This isn’t a response of Parley.')
  }
  return parsedJson(Buffer.from(text, 'latin1').toString('utf8'))
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'running.json')
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', Connection: 'close' }).end()
}

/** The JSON of a request; undefined if it is invalid, too large or incomplete. */
export async function readRequestJson(request: IncomingMessage): Promise<unknown> {
  const read = await readRequest(request, maxAdmissionBytes)
  return typeof read === 'string' ? undefined : parsedJson(read.text)
}

export function sendJson(response: ServerResponse, json: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(json))
}
