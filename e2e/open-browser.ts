import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from './browser.ts'

export async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser()
  return chromium.launch({
    executablePath,
    args: [...args],
    env: { ...process.env, ...env } as Record<string, string>,
  })
}
