// The animation of the README, the first minute with the demo agent: node e2e/moving-picture.ts [file]
// Chromium's own screencast of the real window, converted to an animated WebP by ffmpeg, which must be installed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './fixtures/serve-front.ts'
import { CardPage } from './pages/card-page.ts'
import { grids, regions, tabs } from './pages/places.ts'
import { type Scene, takePictures } from './take-pictures.ts'

interface Frame {
  readonly data: Buffer
  readonly at: number
}

const file = process.argv[2] ?? join(root, 'docs', 'images', 'first-minute.webp')
const look = { name: 'moving', colorScheme: 'dark', width: 1200, height: 750, states: [] } as const
const folder = mkdtempSync(join(tmpdir(), 'parley-moving-'))
await takePictures(folder, async (scene) => assemble(await record(scene)), [look])
rmSync(folder, { recursive: true, force: true })

async function record(scene: Scene): Promise<readonly Frame[]> {
  const { page } = scene
  const session = await page.context().newCDPSession(page)
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data: Buffer.from(data, 'base64'), at: metadata.timestamp ?? 0 })
    void session.send('Page.screencastFrameAck', { sessionId })
  })
  await warmUp(scene)
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  await firstMinute(scene)
  await session.send('Page.stopScreencast')
  return frames
}

/** Loads the editor, which shows a placeholder the first time. */
async function warmUp({ page, window }: Scene): Promise<void> {
  await window.run('Compose a request')
  await regions.composeRequest(page).locator('.view-line').first().waitFor()
  await page.getByRole('button', { name: 'Close the composer' }).click()
}

async function firstMinute({ page, window }: Scene): Promise<void> {
  const look = (ms = 1500) => page.waitForTimeout(ms)
  await window.chat.getByText('Talk to an agent').waitFor()
  await look()
  await window.startDemo()
  await look()
  await window.message.pressSequentially('Tell me about Lisbon', { delay: 40 })
  await window.chat.getByRole('button', { name: 'Stream', exact: true }).click()
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await look()
  await window.show('console')
  await look()
  await window.exchange('SendStreamingMessage').click()
  await window.events.getByRole('row').nth(4).click()
  await look(2000)
  const card = new CardPage(page)
  await card.open('connection')
  await look()
  await card.dialog.getByRole('button', { name: /^Use this: 0\.3 JSON-RPC/ }).click()
  await card.closeDialog()
  await window.show('chat')
  await window.message.pressSequentially('Book a train to Porto', { delay: 40 })
  await window.chat.getByRole('button', { name: 'Stream', exact: true }).click()
  await window.conversation.getByRole('article', { name: 'Task input-required' }).waitFor()
  await look()
  await window.show('console')
  await tabs.findings(window.console).click()
  await grids.findings(page).getByRole('row').nth(1).click()
  await look(3000)
}

/** Each frame lasts as long as it was shown. */
function assemble(frames: readonly Frame[]): void {
  const list = frames.map(({ data, at }, index) => {
    const path = join(folder, `${String(index).padStart(5, '0')}.png`)
    writeFileSync(path, data)
    const seconds = (frames[index + 1]?.at ?? at + 3) - at
    return `file '${path}'\nduration ${seconds.toFixed(3)}\n`
  })
  const listFile = join(folder, 'frames.txt')
  writeFileSync(listFile, list.join(''))
  const scaled = 'fps=8,scale=960:-1:flags=lanczos'
  const webp = ['-c:v', 'libwebp_anim', '-quality', '75', '-compression_level', '6', '-loop', '0']
  const args = [
    '-v',
    'error',
    '-y',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    listFile,
    '-vf',
    scaled,
    ...webp,
    file,
  ]
  const { status, stderr, error } = spawnSync('ffmpeg', args, { encoding: 'utf8' })
  if (error) throw new Error('The moving picture is made by ffmpeg: install it and start again.')
  if (status !== 0) throw new Error(stderr)
}
