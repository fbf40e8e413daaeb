import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { Panes } from '../../../panes.tsx'
import { AgentsPane, CardPane, showCard } from '../index.ts'

const card = page.getByRole('region', { name: 'Agent card' })

test('direction overrides are seen', async () => {
  await mountPane(
    <Panes left={<AgentsPane below={() => null} />} />,
    await commands.recordCalls({ agent: 'card-bidi' }),
  )
  showCard()
  await expect.element(card.getByRole('heading', { level: 3 }).first()).toMatchTextContent('U+202E')
  await expect.element(page.getByRole('region', { name: 'Agents' })).toMatchTextContent('[U+202E]')
  const chat = page.getByRole('region', { name: 'Chat' })
  await expect.element(chat).toMatchTextContent('[U+202E]')
})

test('ten thousand skills are a windowed list that is searched', async () => {
  await mountPane(<CardPane />, await commands.recordCalls({ agent: 'card-10000-skills' }))
  const search = card.getByRole('searchbox', { name: 'Search skills' })
  await expect.element(search).toBeVisible()
  const skills = card.getByRole('list', { name: 'Skills' })
  expect(skills.getByRole('listitem').elements().length).toBeLessThan(60)
  await expect.element(skills.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000')
  await search.fill('9876')
  await expect.element(skills).toMatchTextContent('9876')
})
