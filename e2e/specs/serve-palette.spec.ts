import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'

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
const ofAnExchange = ['Resend the exchange', 'Edit and resend the exchange', 'Copy the exchange as cURL']
const ofATask = ['Reconcile the task with what the agent stores', 'Copy or save the timeline']

test('the palette offers what can run now, and nothing else', async ({ app }) => {
  const { page, window } = app
  expect(among(await offered(page), [...ofAnAgent, ...ofAnExchange, ...ofATask, 'Send the message'])).toEqual(
    [],
  )

  await window.startDemo()
  await window.exchange('agent-card.json').waitFor()
  const withAgent = await offered(page)
  expect(among(withAgent, ofAnAgent)).toEqual(ofAnAgent)
  expect(among(withAgent, [...ofAnExchange, ...ofATask, 'Cancel the task', 'New context'])).toEqual([])

  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.exchange('SendStreamingMessage').click()
  await window.console.getByRole('button', { name: 'Resend', exact: true }).waitFor()
  const withTask = await offered(page)
  expect(among(withTask, [...ofAnExchange, ...ofATask, 'New context'])).toHaveLength(6)
  expect(among(withTask, ['Cancel the task', 'Stop the running call', 'Send the message'])).toEqual([])
})

test('in a kept session it offers what can be done with a recording', async ({ app }) => {
  const { page, window } = app
  await window.startDemo()
  await window.say('Tell me about Lisbon', 'Stream')
  await window.conversation.getByRole('article', { name: 'Task completed' }).waitFor()
  await window.run('End this session and begin a new one')
  await page
    .getByRole('list', { name: 'Sessions' })
    .getByRole('button', { name: /Travel concierge.*1 task/ })
    .click()
  await page.getByRole('region', { name: 'Recording shown' }).waitFor()
  await window.exchange('SendStreamingMessage').click()
  await window.console.getByRole('button', { name: 'Copy as' }).waitFor()
  const names = await offered(page)
  const readable = ['Copy the exchange as cURL', 'Copy or save the timeline', 'Export the session']
  expect(among(names, readable)).toEqual(readable)
  expect(
    among(names, [
      ...ofAnAgent.filter((name) => !/^Show|^Remove/.test(name)),
      ...[
        'Resend the exchange',
        'Edit and resend the exchange',
        'Reconcile the task with what the agent stores',
      ],
      ...['New context', 'Compose a request', 'Run checks of the agent', 'Clear the list of exchanges'],
      'Show all sessions, or only this one',
    ]),
  ).toEqual([])
})

async function offered(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('dialog', { name: 'Commands' }).getByRole('option')
  await options.first().waitFor()
  const names = await options.evaluateAll((all) => all.map(({ firstChild }) => firstChild?.textContent ?? ''))
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'detached' })
  return names
}

function among(names: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((name) => names.includes(name))
}
