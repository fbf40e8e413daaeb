// The pictures of the documentation, taken from the real window: node e2e/screenshots.ts [folder]

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from './browser.ts'
import { openServed, root } from './fixtures/serve-front.ts'
import { ParleyWindow } from './pages/parley-window.ts'

const folder = process.argv[2] ?? join(root, 'docs', 'images')

const shots = [
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'narrow', colorScheme: 'dark', width: 900, height: 600 },
] as const

mkdirSync(folder, { recursive: true })
const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({
  executablePath,
  args: [...args],
  env: { ...process.env, ...env } as Record<string, string>,
})
for (const shot of shots) await take(browser, shot)
await browser.close()

async function take(
  browser: Browser,
  { name, colorScheme, width, height }: (typeof shots)[number],
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-shots-'))
  const served = await openServed(dataDir)
  const page = await browser.newPage({ viewport: { width, height }, colorScheme })
  await page.goto(served.address)
  const save = (state: string) => page.screenshot({ path: join(folder, `${name}-${state}.png`) })
  await new ParleyWindow(page).chat.waitFor()
  await save('empty')
  await talk(page)
  await save('busy')
  await page.close()
  await served.close()
  rmSync(dataDir, { recursive: true, force: true })
}

/** A direct answer, then a task with artifacts, its stream open in the console. */
async function talk(page: Page): Promise<void> {
  const window = new ParleyWindow(page)
  await window.startDemo()
  await window.say('hello')
  await window.conversation.getByRole('article', { name: 'Agent' }).waitFor()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.exchange('SendStreamingMessage').click()
  await window.console.getByRole('tab', { name: 'Frames' }).click()
  await page.getByRole('grid', { name: 'Frames' }).getByRole('row').nth(4).click()
}
