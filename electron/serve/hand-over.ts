// One Parley a data directory: a second start hands what it was asked to open to the first, and gets the address for its own
// browser. The two meet through a file that only this user may read; it names the port and a secret of this run.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import { type Opening, openingSchema } from '#shared/contract/opening.ts'
import { parsedJson, readRequestJson, sendJson } from './json.ts'
import { isSameSecret, newSecret } from './secret.ts'

export const handOverPath = '/hand-over'

export interface HandOverDesk {
  receive(request: IncomingMessage, response: ServerResponse, address: () => string): Promise<void>
  /** Lets a second start find this one. */
  announce(authority: string): void
  /** From now on a second start is a first. */
  withdraw(): void
}

/** What the second start learns of the first. */
export interface HandedOver {
  /** Good for one browser. */
  readonly address: string
  /** A window is open and has taken what was asked. */
  readonly isOpen: boolean
}

interface DeskDeps {
  readonly dataDir: string
  isOpen(): boolean
  ask(opening: Opening): void
}

const runSchema = z.object({ authority: z.string().max(300), secret: z.string().min(20).max(100) })
const requestSchema = z.object({ opening: openingSchema.optional() })
const answerSchema = z.object({ address: z.string(), isOpen: z.boolean() })
const timeoutMs = 3000

export function createHandOverDesk({ dataDir, isOpen, ask }: DeskDeps): HandOverDesk {
  const secret = newSecret()
  const file = fileIn(dataDir)
  return {
    async receive(request, response, address) {
      if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${secret}`)) return end(response, 401)
      const asked = requestSchema.safeParse(await readRequestJson(request))
      if (!asked.success) return end(response, 400)
      const answer: HandedOver = { address: address(), isOpen: isOpen() }
      if (asked.data.opening) ask(asked.data.opening)
      sendJson(response, answer)
    },
    announce(authority) {
      try {
        writeFileSync(file, JSON.stringify({ authority, secret }), { mode: 0o600 })
      } catch {
        // Without the file a second start opens on its own, and says whose record it cannot keep.
      }
    },
    withdraw() {
      try {
        rmSync(file, { force: true })
      } catch {
        // A second start finds nobody at its port, and is a first one.
      }
    },
  }
}

/** Hands over to the Parley that runs on this data; undefined when there is none. */
export async function handOver(dataDir: string, opening?: Opening): Promise<HandedOver | undefined> {
  const run = runSchema.safeParse(parsedJson(readIfThere(fileIn(dataDir))))
  if (!run.success) return undefined
  const { authority, secret } = run.data
  try {
    const response = await fetch(`http://${authority}${handOverPath}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: JSON.stringify({ opening }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? answerSchema.parse(await response.json()) : undefined
  } catch {
    // Nobody there: the file was left by a run that could not clean up.
    return undefined
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'running.json')
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', Connection: 'close' }).end()
}
