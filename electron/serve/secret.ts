// How two processes of one user know each other. The first one writes down where it is and a secret of its run, in a file that only this
// user may read. Its port may be a stranger's by now, so neither ever sends the secret: each seals with it what the other has just made up.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '#engine/platform/files.ts'
import { maxNameChars } from '#shared/bounded.ts'
import { parsedJson } from '#shared/json/parse-json.ts'
import { maxQuotedChars } from '#shared/shorten.ts'

export const shortText = z.string().max(maxQuotedChars)
const runSchema = z.object({ authority: shortText, secret: z.string().min(20).max(maxNameChars) })
export const greetingSchema = z.object({ nonce: z.string().min(20).max(maxNameChars) })
export const introductionSchema = z.object({ challenge: shortText, seal: shortText })

type Run = z.infer<typeof runSchema>

/** Undefined where there is none, or it is none. */
export function readRun(path: string): Run | undefined {
  try {
    return runSchema.safeParse(parsedJson(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Where it cannot be written, no other process finds this one. */
export async function writeRun(path: string, run: Run): Promise<void> {
  await replaceFile(path, JSON.stringify(run)).catch(() => undefined)
}

/** Where it stays, other processes find nobody at its port. */
export function removeRun(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Nothing is lost.
  }
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that neither content nor length shows in the time taken. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Each part has its place, so that what was sealed for one purpose is worth nothing for another. */
export function sealOf(secret: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
