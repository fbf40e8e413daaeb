import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resetStores } from '../../testing/panes/all-stores.ts'
import { useConsole } from './console.ts'
import { followSteps, useSteps } from './navigation.ts'
import { useMode, useSelection } from './selection.ts'
import { useLooking } from './viewing.ts'

const agentId = '3f2c8f0e-5d4b-4a57-9a43-2f6f4c1f9a10'
const sessionId = '5b6b1f52-7a7e-4b06-9f59-0d2a86ad1d11'
const exchanges = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`)
let go = () => {}

beforeEach(() => {
  resetStores()
  history.replaceState(null, '')
  const button = document.createElement('button')
  button.textContent = 'Go'
  button.onclick = () => go()
  button.onkeydown = () => go()
  document.body.append(button)
  const stop = followSteps()
  onTestFinished(() => {
    stop()
    button.remove()
    resetStores()
  })
})

/** Does something by a click of the user. */
async function click(act: () => void): Promise<void> {
  go = act
  await page.getByRole('button', { name: 'Go' }).click()
}

const { selectAgent, selectTask, selectExchange } = useSelection.getState()
const shown = () => {
  const { taskId, exchangeId } = useSelection.getState()
  return taskId ?? exchangeId
}
const isShown = (what: string | undefined) => expect.poll(shown).toBe(what)

test('Back and Forward go through what was selected, with the tab of the console', async () => {
  await click(() => selectAgent(agentId))
  await click(() => selectTask('task 1'))
  await click(() => {
    useConsole.getState().setTab('findings')
    selectExchange(exchanges[0], 7)
  })
  history.back()
  await isShown('task 1')
  expect(useConsole.getState().tab).toBe('wire')
  history.back()
  await isShown(undefined)
  expect(useSelection.getState().agentId).toBe(agentId)
  history.go(2)
  await isShown(exchanges[0])
  expect(useSelection.getState().entrySeq).toBe(7)
  expect(useConsole.getState().tab).toBe('findings')
  expect(useSteps.getState()).toEqual({ at: 3, last: 3 })
})

test('what changes without a click is no step of its own', async () => {
  await click(() => selectTask('mine'))
  selectTask('by itself')
  await expect.poll(() => JSON.stringify(history.state)).toContain('by itself')
  expect(useSteps.getState()).toEqual({ at: 1, last: 1 })
  history.back()
  await isShown(undefined)
})

test('a walk through a list by keys is one step', async () => {
  await click(() => selectExchange(exchanges[0]))
  let at = 0
  go = () => selectExchange(exchanges[++at])
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.poll(() => JSON.stringify(history.state)).toContain(exchanges[3])
  await click(() => selectTask('after it'))
  history.back()
  await isShown(exchanges[3])
  history.back()
  await isShown(exchanges[0])
})

test('a step in a recording that was closed meanwhile opens it again, with its own selection', async () => {
  await click(() => selectTask('live'))
  await click(() => useLooking.getState().open(sessionId, 'Kept'))
  await click(() => selectExchange(exchanges[1]))
  await click(() => useLooking.getState().close(sessionId))
  expect(shown()).toBe('live')
  history.back()
  await isShown(exchanges[1])
  expect(useLooking.getState()).toMatchObject({ current: sessionId, tabs: [{ sessionId, name: 'Kept' }] })
  history.go(-2)
  await isShown('live')
  expect(useLooking.getState().current).toBeUndefined()
})

test('a comparison is a step, and the mode that is chosen ends it', async () => {
  const { compare, show } = useMode.getState()
  const comparison = { sessionId }
  await click(() => compare(comparison))
  await click(() => compare({ sessionId, withId: 'other' }))
  await click(() => show('console'))
  expect(useMode.getState().comparison).toBeUndefined()
  history.go(-2)
  await expect.poll(() => useMode.getState().comparison).toEqual(comparison)
  history.back()
  await expect.poll(() => useMode.getState().comparison).toBeUndefined()
})

test('where one has gone back, the next thing takes the place of what was ahead', async () => {
  await click(() => selectTask('one'))
  await click(() => selectTask('two'))
  history.back()
  await isShown('one')
  expect(useSteps.getState()).toEqual({ at: 1, last: 2 })
  await click(() => selectTask('three'))
  expect(useSteps.getState()).toEqual({ at: 2, last: 2 })
})
