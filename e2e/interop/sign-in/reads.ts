import type { Locator } from '@playwright/test'
import { Mismatch } from '../verdict.ts'

const waitMs = 20_000

/** Waits for this text; fails with the actual one. */
export async function reads(where: Locator, requested: string | RegExp, what: string): Promise<void> {
  try {
    await where.filter({ hasText: requested }).first().waitFor({ timeout: waitMs })
  } catch {
    const text = await where
      .last()
      .textContent({ timeout: 1_000 })
      .catch(() => null)
    throw new Mismatch(`${what} reads “${(text ?? '').replace(/\s+/g, ' ').slice(0, 300)}”, not ${requested}`)
  }
}
