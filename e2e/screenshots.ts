// The pictures of the documentation, taken from the real window: node e2e/screenshots.ts
// With a folder, saves every state of the whole window there, at four sizes in both themes, for review.

import { join } from 'node:path'
import { tracedAgent } from './agents/traced-agent.ts'
import { root } from './fixtures/serve-front.ts'
import { makeSmall } from './make-small.ts'
import { CardPage } from './pages/card-page.ts'
import { ChecksPage } from './pages/checks-page.ts'
import { grids, regions, tabs } from './pages/places.ts'
import { SpansPage } from './pages/spans-page.ts'
import { allLooks, docsLooks, type Scene, takePictures } from './take-pictures.ts'

/** Names of pictures, by the commands that open their dialogs. */
const dialogs = {
  settings: 'Settings',
  traces: 'Send traces',
  keys: 'Keyboard shortcuts',
  updates: 'Parley updates',
  'connection-settings': 'Connection settings of the agent',
  tasks: 'List the tasks of the agent',
  export: 'Export the recording',
  'timeline-export': 'Copy or save the timeline',
  save: 'Save the request as HAR',
  reconcile: 'Reconcile the task',
  taps: 'Tap this agent',
}

const forReview = process.argv[2]
const folder = forReview ?? join(root, 'docs', 'images')
await takePictures(folder, shoot, forReview === undefined ? docsLooks : allLooks, process.argv[3])
if (forReview === undefined) makeSmall(folder)

async function shoot(scene: Scene): Promise<void> {
  const { page, window, save } = scene
  await regions.recording(page).waitFor()
  await save('empty')
  await talk(scene)
  await save('busy')
  // The rest is beside the mode.
  if (!(await window.inspector.isVisible())) return
  await save('chat', window.chat)
  await shootTimeline(scene)
  await shootConsole(scene)
  await shootDialogs(scene)
  await shootSpans(scene)
}

/** The spans of an agent with OpenTelemetry for a call. */
async function shootSpans({ page, window, save }: Scene): Promise<void> {
  let endpoint: string | undefined
  const agent = await tracedAgent({ endpoint: () => endpoint })
  const spans = new SpansPage(page)
  await window.show('chat')
  await window.connect(agent.url)
  endpoint = await spans.receive()
  await save('span-receiver', spans.receiver)
  await page.keyboard.press('Escape')
  await spans.sendTraceparent(true)
  await spans.spansOf('Hotels in Lisbon')
  await spans.row('chat gpt-5').first().click()
  await spans.detail.getByText('gen_ai.request.model').waitFor()
  await save('spans', window.inspector)
  await tabs.events(window.inspector).click()
  await spans.lanes.getByRole('listitem').nth(3).waitFor()
  await save('span-lanes', window.inspector)
  await agent.close()
}

/** A direct answer, then a task with artifacts and one selected event. */
async function talk({ window }: Scene): Promise<void> {
  await window.startDemo()
  await window.say('hello')
  await window.conversation.getByRole('article', { name: 'Agent' }).waitFor()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  if (!(await window.inspector.isVisible())) return
  await window.events.getByRole('row').nth(3).click()
  await window.inspector.locator('.monaco-editor .view-line span').first().waitFor()
}

async function shootTimeline({ window, save }: Scene): Promise<void> {
  await save('timeline', window.inspector)
  for (const tab of ['artifacts', 'headers', 'request', 'timing'] as const) {
    await tabs[tab](window.inspector).click()
    if (tab === 'request') await window.inspector.locator('.view-line span').first().waitFor()
    await save(`inspector-${tab}`, window.inspector)
  }
  await tabs.events(window.inspector).click()
}

/** In 0.3 the SDK ends a stream that requests input without `final`, which is a finding. */
async function sayInOlderVersion({ page, window }: Scene): Promise<void> {
  const card = new CardPage(page)
  await card.open('connection')
  await card.dialog.getByRole('button', { name: /^Use this: 0\.3 JSON-RPC/ }).click()
  await card.closeDialog()
  await window.say('Book a train to Porto', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task input-required' }).waitFor()
}

async function shootConsole(scene: Scene): Promise<void> {
  const { page, window, save } = scene
  const { console: pane } = window
  await window.show('console')
  await save('wire', pane)
  await window.run('Compose a request')
  await regions.composeRequest(page).locator('.view-line span').first().waitFor()
  await save('compose', window.inspector)
  await page.getByRole('button', { name: 'Close the composer' }).click()
  await sayInOlderVersion(scene)
  await window.show('console')
  for (const tab of ['webhooks', 'findings', 'sequence'] as const) {
    await tabs[tab](pane).click()
    if (tab === 'sequence') await pane.getByText('No calls between agents yet').waitFor()
    await save(tab, pane)
    if (tab === 'findings') await shootProblem(scene)
  }
  await tabs.wire(pane).click()
  await shootChecks(scene)
  await window.show('chat')
  await window.showCard()
  await save('card', window.card)
  await window.conversation.getByRole('article', { name: /^Task/ }).last().click()
}

async function shootProblem({ page, window, save }: Scene): Promise<void> {
  await grids.findings(page).getByRole('row').nth(1).click()
  await grids.occurrences(page).getByRole('row').nth(1).waitFor()
  await save('problem', window.inspector)
}

/** The setup, the result, and the failed test. */
async function shootChecks({ page, window, save }: Scene): Promise<void> {
  const checks = new ChecksPage(page)
  await window.show('checks')
  await grids.plannedChecks(page).waitFor()
  await save('checks', window.checks)
  await checks.run()
  await save('checks-result', window.checks)
  await grids.checkResults(page).getByRole('row').nth(2).click()
  await checks.check.waitFor()
  await save('test', window.inspector)
}

async function shootDialogs({ page, window, save }: Scene): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  const shown = page.locator('dialog[open]')
  await save('palette', shown)
  await page.keyboard.press('Escape')
  for (const [name, command] of Object.entries(dialogs)) {
    await window.run(command)
    await shown.waitFor()
    await page.getByText(/^(Loading|Reading|Getting|Checking).*…$/).waitFor({ state: 'detached' })
    await save(name, shown)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
}
