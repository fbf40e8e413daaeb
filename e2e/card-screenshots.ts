// Pictures of the agent card in its states, for review: node e2e/card-screenshots.ts FOLDER

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from './agents/agent.ts'
import { namedAgent } from './agents/catalogue/catalogue.ts'
import { CardPage } from './pages/card-page.ts'
import { allLooks, type Scene, takePictures } from './take-pictures.ts'

const broken = await agent({
  dialect: '1.0',
  card: (plain) => ({
    ...plain,
    name: 'Invoice\u202Etob bot',
    description: 'Reads **invoices**. [Terms](javascript:alert(1)) <b>bold</b>',
    iconUrl: 'http://10.1.2.3/icon.svg',
    supportedInterfaces: [
      { url: 'http://0.0.0.0:9999/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    skills: [{ id: 'read', name: 'Read', description: 'Reads', tags: [] }, { id: 'read' }],
    version: 2,
  }),
})
const guarded = await namedAgent('card-401-challenged').start()
await takePictures(process.argv[2] ?? join(tmpdir(), 'parley-cards'), shoot, allLooks, process.argv[3])
await Promise.all([broken.close(), guarded.close()])

async function shoot({ page, window, save }: Scene): Promise<void> {
  const card = new CardPage(page)
  await window.startDemo()
  await save('rich')
  await card.fill()
  await card.showJson()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await save('rich-full')
  await card.showJson()
  await card.putBack()
  for (const dialog of ['connection', 'signatures', 'access', 'extendedCard'] as const) {
    await card.open(dialog)
    await card.settled()
    await save(dialog === 'extendedCard' ? 'extended-card' : dialog)
    await card.closeDialog()
  }
  await card.press('Load icon')
  await card.pane.locator('iframe.avatar').waitFor()
  await card.open('signatures')
  await card.dialog.getByRole('button', { name: 'Fetch the keys and verify' }).click()
  await card.dialog.getByText('It does not prove').waitFor()
  await save('verified-verdict')
  await card.closeDialog()
  await save('verified')
  await window.connect(broken.url)
  await card.findings.waitFor()
  await save('broken')
  await card.edit()
  await page.locator('.monaco-editor .view-line').first().waitFor()
  await save('broken-edit')
  await card.edit()
  await card.putBack()
  await window.connect(guarded.url)
  await card.failure.waitFor()
  await save('guarded')
  await card.failure.getByRole('button', { name: 'Set access' }).click()
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('card-key')
  await save('guarded-access')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await card.fact('Protocols').waitFor()
  await save('guarded-open')
}
