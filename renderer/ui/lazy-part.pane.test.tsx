import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { runCommand, useCommand } from '../commands/commands.ts'
import { OfferedSoon } from '../commands/offered-soon.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CanFetch, type LatePart, lateDialog, latePane, useFetchWhenIdle, useLatePart } from './lazy-part.tsx'

const pane = page.getByRole('region', { name: 'Checks' })
const dialog = page.getByRole('dialog', { name: 'Taps' })
const notice = page.getByRole('note', { name: 'Not loaded' })

test('a pane has its place before it is loaded, says so once that takes long, and is then itself', async () => {
  const { load, arrive } = withheld<object>()
  await mount(latePane('Checks', 'the checks', load))
  await expect.element(pane).toHaveAttribute('aria-busy', 'true')
  await expect.element(pane.getByRole('status')).toMatchTextContent('Loading the checks…')
  expect(await violations()).toEqual([])
  arrive(() => <section aria-label="Checks">All 66</section>)
  await expect.element(pane).toMatchTextContent('All 66')
  await expect.element(pane).not.toHaveAttribute('aria-busy')
})

test('a pane that can’t be loaded says what to do', async () => {
  const { load, fail } = withheld<object>()
  await mount(latePane('Checks', 'the checks', load))
  fail()
  await expect
    .element(pane.getByRole('note', { name: 'Not loaded' }))
    .toMatchTextContent('Couldn’t load the checks. Reload the page to try again.')
  await expect.element(notice.getByRole('button', { name: 'Reload' })).toBeVisible()
})

test('nothing is fetched while Parley doesn’t respond, and the pane loads once it does', async () => {
  const { load, arrive, loads } = withheld<object>()
  const Pane = latePane('Checks', 'the checks', load)
  await mount(() => (
    <Connecting>
      <Pane />
    </Connecting>
  ))
  await expect.element(notice).toMatchTextContent('It loads when this window is connected to Parley again.')
  expect(loads()).toBe(0)
  await page.getByRole('button', { name: 'Connect' }).click()
  arrive(() => <section aria-label="Checks">All 66</section>)
  await expect.element(pane).toMatchTextContent('All 66')
  expect(loads()).toBe(1)
})

test('a command of a pane that is still loading runs once it is there', async () => {
  const { load, arrive } = withheld<object>()
  const meanwhile = <OfferedSoon ids={['console.filter']} />
  await mount(latePane('Console', 'the console', load, { meanwhile }))
  await expect.poll(() => runCommand('console.filter')).toBe(true)
  arrive(Filtered)
  await expect.element(page.getByText('filtered')).toBeVisible()
})

test('a dialog says that it loads once that takes long, closes meanwhile, and is then itself', async () => {
  const { load, arrive } = withheld<{ onClose(): void }>()
  await mount(opening(lateDialog('Taps', load)))
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog.getByRole('status')).toMatchTextContent('Loading…')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  arrive(({ onClose }) => (
    <Dialog title="Taps" onClose={onClose}>
      No taps
    </Dialog>
  ))
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog).toMatchTextContent('No taps')
})

test('a dialog that can’t be loaded says what to do, and can be closed', async () => {
  const { load, fail } = withheld<{ onClose(): void }>()
  await mount(opening(lateDialog('Taps', load)))
  await page.getByRole('button', { name: 'Open' }).click()
  fail()
  await expect.element(dialog.getByRole('note')).toMatchTextContent('Couldn’t load this dialog.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('what is late is fetched while the window is idle, and drawn at once when it is opened', async () => {
  const { load, arrive, loads, requested } = withheld<{ onClose(): void }>()
  const Window = opening(lateDialog('Taps', load))
  arrive(({ onClose }) => (
    <Dialog title="Taps" onClose={onClose}>
      No taps
    </Dialog>
  ))
  await mount(() => (
    <>
      <Window />
      <Idle />
    </>
  ))
  await requested
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(dialog).toMatchTextContent('No taps')
  expect(loads()).toBe(1)
})

test('a part that arrives for another place while this one is drawn is shown here, too', async () => {
  const part: LatePart<object> = { load: async () => () => 'All 66' }
  await mount(() => <Racing part={part} />)
  await expect.element(page.getByText('All 66')).toBeVisible()
})

/** The part arrives between its first render and its effects. */
function Racing({ part }: { readonly part: LatePart<object> }) {
  const late = useLatePart(part)
  useLayoutEffect(() => {
    part.fetched = () => 'All 66'
  }, [part])
  return <p>{late.state === 'there' ? <late.Part /> : late.state}</p>
}

function Connecting({ children }: { readonly children: ReactNode }) {
  const [canFetch, setCanFetch] = useState(false)
  return (
    <CanFetch value={canFetch}>
      <Button onClick={() => setCanFetch(true)}>Connect</Button>
      {children}
    </CanFetch>
  )
}

function Filtered() {
  const [isFiltered, setFiltered] = useState(false)
  useCommand('console.filter', () => setFiltered(true))
  return <p>{isFiltered ? 'filtered' : 'all of it'}</p>
}

function Idle() {
  useFetchWhenIdle()
  return null
}

type LateDialog = ComponentType<{ onClose(): void }>

function opening(Late: LateDialog): ComponentType {
  return () => <Opening Late={Late} />
}

function Opening({ Late }: { readonly Late: LateDialog }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && <Late onClose={() => setOpen(false)} />}
    </>
  )
}

async function mount(Window: ComponentType): Promise<void> {
  await mountPane(<Window />, await commands.recordEntries([]))
}

/** A module whose import the test resolves or rejects. */
function withheld<Props>() {
  let count = 0
  const requested = Promise.withResolvers<void>()
  const { promise, resolve, reject } = Promise.withResolvers<ComponentType<Props>>()
  // Before anything waits for it.
  promise.catch(() => undefined)
  return {
    load() {
      count += 1
      requested.resolve()
      return promise
    },
    arrive: resolve,
    fail: () => reject(new Error('Failed to fetch dynamically imported module')),
    loads: () => count,
    requested: requested.promise,
  }
}
