import type { Locator } from '@playwright/test'
import { Mismatch } from '../verdict.ts'

const waitMs = 20_000

/** Once it reads so; what it reads instead is the reason why not. */
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
