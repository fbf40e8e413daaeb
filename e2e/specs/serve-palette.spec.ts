import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { exportedPage } from '../pages/exported-page.ts'
import { ParleyWindow } from '../pages/parley-window.ts'
import { dialogs, regions, tabs } from '../pages/places.ts'

const ofAnAgent = [
  'Connect',
  'Sign in to the agent',
  'Remove agents that don’t answer',
  'Connection settings of the agent',
  'Show the agent card as JSON',
  'Edit the agent card',
  'Reload agent card',
  'List the tasks of the agent',
  'Attach files to the message',
]
const ofAnExchange = ['Resend the request', 'Edit and resend the request', 'Copy the request as cURL']
const ofATask = ['Reconcile the task with what the agent stores', 'Copy or save the timeline']

test('the palette offers what can run now, and nothing else', async ({ app }) => {
  const { page, window } = app
  expect(among(await offered(page), [...ofAnAgent, ...ofAnExchange, ...ofATask, 'Send the message'])).toEqual(
    [],
  )

  await window.startDemo()
  await expect(window.status).toContainText('agent-card.json')
  const withAgent = await offered(page)
  expect(among(withAgent, ofAnAgent)).toEqual(ofAnAgent)
  expect(among(withAgent, [...ofAnExchange, ...ofATask, 'Cancel task', 'New conversation'])).toEqual([])

  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await window.inspector.getByRole('button', { name: 'Resend', exact: true }).waitFor()
  await window.inspector.getByRole('button', { name: 'More about the task' }).waitFor()
  const withTask = await offered(page)
  expect(among(withTask, [...ofAnExchange, ...ofATask, 'New conversation'])).toHaveLength(6)
  expect(among(withTask, ['Cancel task', 'Disconnect', 'Send the message'])).toEqual([])
})

test('in a kept session it offers what can be done with a recording', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.run('New recording')
  await (await window.showRecordings()).getByRole('button', { name: /Travel concierge.*1 task/ }).click()
  await regions.recordingShown(page).waitFor()
  await window.show('console')
  await window.exchange('SendStreamingMessage').click()
  await window.inspector.getByRole('button', { name: 'Copy as' }).waitFor()
  const names = await offered(page)
  const readable = ['Copy the request as cURL', 'Copy or save the timeline', 'Export the recording']
  expect(among(names, readable)).toEqual(readable)
  expect(
    among(names, [
      ...ofAnAgent.filter((name) => !/^Show|^Remove/.test(name)),
      ...[
        'Resend the request',
        'Edit and resend the request',
        'Reconcile the task with what the agent stores',
      ],
      ...['New conversation', 'Compose a request', 'Run checks of the agent', 'Clear the list of requests'],
      'Show all recordings, or only this one',
    ]),
  ).toEqual([])
})

test('a shared page has no palette, and its menus offer what can be done without an engine', async ({
  app,
  browser,
}, info) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  const file = await exportedPage(page, info, () => window.run('Export the recording'))
  const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } })
  const shared = await context.newPage()
  await shared.goto(pathToFileURL(file).href)
  const parleyWindow = new ParleyWindow(shared)
  await parleyWindow.show('console')
  await parleyWindow.exchange('SendStreamingMessage').click()
  await tabs.events(parleyWindow.inspector).waitFor()
  await shared.keyboard.press('ControlOrMeta+k')
  await expect(shared.getByRole('dialog')).toHaveCount(0)
  await parleyWindow.inspector.getByRole('button', { name: 'More', exact: true }).click()
  const entries = await shared.getByRole('menuitem').allInnerTexts()
  expect(entries.length).toBeGreaterThan(0)
  expect(entries.filter((each) => /Resend|Repeat|Mark|report|as a file|HAR/i.test(each))).toEqual([])
  await context.close()
})

async function offered(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('ControlOrMeta+k')
  const options = dialogs.commands(page).getByRole('option')
  await options.first().waitFor()
  const names = await options.evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent ?? ''))
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'detached' })
  return names
}

function among(names: readonly string[], requested: readonly string[]): readonly string[] {
  return requested.filter((name) => names.includes(name))
}
