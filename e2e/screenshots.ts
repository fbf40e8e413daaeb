// The pictures of the documentation, taken from the real window: node e2e/screenshots.ts [folder]

import { join } from 'node:path'
import { root } from './fixtures/serve-front.ts'
import { takePictures } from './take-pictures.ts'

await takePictures(process.argv[2] ?? join(root, 'docs', 'images'), async ({ page, window, save }) => {
  await page.getByRole('region', { name: 'Recording' }).waitFor()
  await page.getByText('Nothing has crossed the wire').waitFor()
  await page.getByRole('region', { name: 'Sessions' }).getByText('No agent').waitFor()
  await save('empty')
  // A direct answer, then a task with artifacts, its stream open in the console.
  await window.startDemo()
  await window.say('hello')
  await window.conversation.getByRole('article', { name: 'Agent' }).waitFor()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.exchange('SendStreamingMessage').click()
  await window.console.getByRole('tab', { name: 'Frames' }).click()
  await page.getByRole('grid', { name: 'Frames' }).getByRole('row').nth(4).click()
  await window.console.locator('.monaco-editor .view-line span').first().waitFor()
  await save('busy')
})
