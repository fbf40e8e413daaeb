// A coding agent at this window's engine (`parley mcp --attach`): the window shows it, it requests a forbidden action, and it
// is stopped.

import { redirect } from '../agents/quirks/addresses.ts'
import { expect, test } from '../fixtures/agents.ts'
import { type CodingAgent, fact, openCodingAgent, quoted } from '../fixtures/coding-agent.ts'
import { CardPage } from '../pages/card-page.ts'
import { dialogs, regions } from '../pages/places.ts'

const attached = (dataDir: string): Promise<CodingAgent> =>
  openCodingAgent(dataDir, ['--attach', '--data-dir', dataDir])

test('a coding agent that attaches is seen with what it does, and can be stopped', async ({
  app,
  agents,
  dataDir,
}) => {
  const { page, window } = app
  const agent = await agents.made({ dialect: '1.0' })
  const sign = regions.codingAgent(page)
  await expect(sign).toBeHidden()
  const codingAgent = await attached(dataDir)
  await expect(sign).toContainText('No calls yet')
  const agentId = fact((await codingAgent.call('connect', { url: agent.url })).text, 'agentId')
  await expect(sign).toContainText('Coding agent test')
  await expect(sign).toContainText('1 call · Connect to an agent')
  await expect(sign).toContainText(agent.url)
  await expect(window.agents).toContainText('Kit agent')

  const sent = await codingAgent.call('send_message', { agentId, text: 'hi' })
  expect(quoted(sent.text)).toContain('chunk0chunk1')
  await window.show('console')
  // Its exchanges are marked.
  await expect(window.exchange('SendMessage')).toContainText('test › SendMessage')

  const long = codingAgent.call('send_message', { agentId, text: 'rate 1000 100', stream: true })
  const refused = expect(long).rejects.toThrow()
  await expect(sign).toContainText('Send a message …')
  await sign.getByRole('button', { name: 'Stop' }).click()
  await refused
  await expect(sign).toBeHidden()
  await expect.poll(codingAgent.stderr).toContain('A person stopped this coding agent')
  await expect(window.exchanges).toContainText('aborted')
})

test('what needs a person is waited for: an origin for credentials, a redirect to another origin', async ({
  app,
  agents,
  dataDir,
}) => {
  const { page } = app
  const elsewhere = await agents.made({ dialect: '1.0' })
  const agent = await agents.made({
    dialect: '1.0',
    card: (card) => ({
      ...card,
      supportedInterfaces: [{ url: elsewhere.url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
  })
  const moving = await agents.made({ dialect: '1.0', quirks: [redirect(307, '/', `${elsewhere.url}/`)] })
  await app.window.connect(agent.url)
  const card = new CardPage(page)
  await card.open('access')
  await card.dialog.getByRole('button', { name: 'Bearer token' }).click()
  await card.dialog.getByRole('textbox', { name: 'Bearer token' }).fill('a-token')
  await card.dialog.getByRole('button', { name: 'Save access' }).click()
  await card.closeDialog()

  const codingAgent = await attached(dataDir)
  const sign = regions.codingAgent(page)
  const late = await codingAgent.call('connect', { url: agent.url, waitMs: 300 })
  expect(late.text).toContain('Needs a person: credentials are withheld from 1 origin')
  expect(late.text).toContain('The wait for one is over')
  const agentId = fact(late.text, 'agentId')

  const sending = codingAgent.call('send_message', { agentId, text: 'hi' })
  await expect(sign.getByRole('alert')).toContainText('approve where credentials go, for Kit agent')
  expect(elsewhere.requests).toEqual([])
  await sign.getByRole('button', { name: 'Access…' }).click()
  await card.dialog.getByRole('button', { name: 'Send there too' }).click()
  expect((await sending).text).toContain('A person approved where credentials may be sent.')
  await expect.poll(() => elsewhere.requests.length).toBe(1)
  expect(JSON.stringify(elsewhere.requests[0])).toContain('a-token')
  await card.closeDialog()

  const other = fact((await codingAgent.call('connect', { url: moving.url })).text, 'agentId')
  const redirected = codingAgent.call('send_message', { agentId: other, text: 'hi' })
  const question = dialogs.redirectQuestion(page)
  await question.getByRole('button', { name: 'Send', exact: true }).click()
  expect(quoted((await redirected).text)).toContain('chunk0chunk1')
  const unanswered = await codingAgent.call('send_message', { agentId: other, text: 'hi', waitMs: 300 })
  expect(unanswered.text).toContain('Needs a person: the agent redirects to another origin')
  await codingAgent.close()
  await expect(sign).toBeHidden()
  await expect(question).toBeHidden()
})
