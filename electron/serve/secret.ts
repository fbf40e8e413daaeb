// Mutual authentication of two processes of one user. The first writes its address and a secret of its run to a file
// that only this user can read. Its port may belong to another program by now, so neither sends the secret: each signs
// a nonce of the other.

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

/** Undefined if it is missing or invalid. */
export function readRun(path: string): Run | undefined {
  try {
    return runSchema.safeParse(parsedJson(readFileSync(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** If it can't be written, other processes don't find this one. */
export async function writeRun(path: string, run: Run): Promise<void> {
  await replaceFile(path, JSON.stringify(run)).catch(() => undefined)
}

/** If it can't be removed, other processes find a closed port. */
export function removeRun(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {}
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, so that the time depends on neither content nor length. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The parts are encoded as a list, so that a seal for one purpose is not valid for another. */
export function sealOf(secret: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
