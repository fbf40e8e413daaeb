import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { SessionView } from '#shared/contract/sessions.ts'
import type { Tap } from '#shared/contract/taps.ts'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { type EngineAccess, queriesOf } from './host/engine.tsx'
import { queryClient } from './host/query-client.ts'
import { Sidebar } from './shell.tsx'
import { useLayout } from './state/layout.ts'

const recordings = page.getByRole('region', { name: 'Recordings' })
const taps = page.getByRole('region', { name: 'Taps' })
const head = (region: typeof taps) => region.getByRole('heading').getByRole('button')

test('recordings and taps are folded to their heads with counts, unfold in place by key, and stay so', async () => {
  const answers = { sessions: sessions(3), taps: [tap('Planner', 'listening'), tap('Bookings', 'stopped')] }
  await mountPane(<Sidebar />, await commands.recordCalls({ messages: [{ text: 'hi' }] }), live(answers))
  await expect.element(head(recordings)).toMatchTextContent(/Recordings\s*3/)
  await expect.element(head(taps)).toMatchTextContent(/Taps\s*1 listening/)
  await expect.element(recordings.getByRole('list')).not.toBeInTheDocument()
  const agentsPx = () => page.getByRole('region', { name: 'Agents' }).element().clientHeight
  const foldedPx = agentsPx()

  head(recordings).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(head(recordings)).toHaveAttribute('aria-expanded', 'true')
  await expect.element(recordings.getByRole('searchbox', { name: 'Search all recordings' })).toBeVisible()
  expect(agentsPx()).toBeLessThan(foldedPx)
  const rows = recordings.getByRole('list').getByRole('button', { name: /request/ })
  rows.first().element().focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(rows.nth(1).element())

  await head(taps).click()
  await expect.element(taps.getByRole('button', { name: /Planner 41300 listening/ })).toBeVisible()
  await expect.element(taps.getByRole('button', { name: /Bookings 41300 stopped/ })).toBeVisible()
  expect(useLayout.getState().unfolded).toEqual(['recordings', 'taps'])
  expect(await violations()).toEqual([])
  await head(recordings).click()
  await expect.element(recordings.getByRole('list')).not.toBeInTheDocument()
})

test('the list of taps is asked for again and again only while it is unfolded', async () => {
  const answers = { sessions: [], taps: [tap('Planner', 'listening')] }
  await mountPane(<Sidebar />, await commands.recordCalls({ messages: [{ text: 'hi' }] }), live(answers))
  await expect.element(head(taps)).toMatchTextContent(/1 listening/)
  const intervals = () =>
    queryClient
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('"taps"') })
      .flatMap(({ observers }) => observers.map(({ options }) => options.refetchInterval))
  expect(intervals()).toEqual([false])
  await head(taps).click()
  await expect.poll(intervals).toEqual([5_000])
  await head(taps).click()
  await expect.poll(intervals).toEqual([false])
})

test('in a low window many recordings scroll, and leave room for the agents', async () => {
  useLayout.setState({ unfolded: ['recordings', 'taps'] })
  const answers = { sessions: sessions(50), next: 'more', taps: [] }
  await mountPane(<Sidebar />, await commands.recordCalls({ messages: [{ text: 'hi' }] }), live(answers))
  await page.viewport(900, 530)
  await expect.element(head(recordings)).toMatchTextContent(/Recordings\s*50\+/)
  await expect.element(taps.getByRole('button', { name: 'Add tap…' })).toBeInViewport()
  await expect.element(page.getByRole('button', { name: 'Card', exact: true })).toBeInViewport()
})

interface Answers {
  readonly sessions: readonly SessionView[]
  readonly next?: string
  readonly taps: readonly Tap[]
}

function live({ taps, ...page }: Answers) {
  return (access: EngineAccess): EngineAccess => {
    const client = {
      ...access.client,
      sessions: {
        ...access.client.sessions,
        list: async () => page,
        recording: async () => ({ state: 'stopped' as const }),
        search: async () => ({ hits: [], total: 0 }),
      },
      taps: { ...access.client.taps, list: async () => [...taps] },
    }
    return { ...access, client, queries: queriesOf(client), canCall: true, canFollow: true }
  }
}

function sessions(count: number): SessionView[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `session ${index}`,
    name: `Trip ${index}`,
    note: '',
    pinned: false,
    origin: 'recorded',
    state: 'kept',
    createdAt: Date.now(),
    agents: [],
    entries: 1,
    exchanges: 1,
    tasks: 0,
    findings: 0,
    sizeBytes: 100,
  }))
}

function tap(name: string, state: Tap['state']): Tap {
  return {
    id: name,
    kind: 'agent',
    name,
    state,
    port: 41300,
    host: '127.0.0.1',
    address: 'http://127.0.0.1:41300',
    origins: [],
    calls: 0,
    tunnels: 0,
    foundAgents: 0,
    open: 0,
    failed: 0,
    connections: 0,
    pushes: 0,
    callers: [],
    webhooks: false,
    faults: [],
    signedCards: 'rewritten',
    isSigned: false,
    notices: [],
  }
}
