import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import type { EngineClient } from '#shared/contract/contract.ts'
import { BesideInspector } from '#testing/panes/beside-inspector.tsx'
import { lookingAtChecks } from '#testing/panes/looking-at-checks.tsx'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { violations } from '#testing/panes/violations.ts'
import { useSelection } from '../../state/selection.ts'
import { ChecksPane } from './index.ts'

const pane = page.getByRole('region', { name: 'Checks', exact: true })
const planned = page.getByRole('grid', { name: 'Planned checks' })
const results = page.getByRole('grid', { name: 'Check results' })
const check = page.getByRole('region', { name: 'Check', exact: true })
const prompts = page.getByRole('dialog', { name: 'Prompts' })
// Below the test.
const exchange = page
  .getByRole('region', { name: /^(Task timeline|Exchange)$/ })
  .getByRole('heading')
  .first()

const fetched = 'CORE-GET-001'
const unknownTask = 'CORE-GET-002'
const streamed = 'CORE-STREAM-003'

type Checks = Parameters<typeof commands.recordChecks>[0]

async function show(calls: Checks, as: 'agent' | 'session' = 'agent') {
  const checks = await commands.recordChecks(calls)
  await mountPane(
    <BesideInspector>
      <ChecksPane />
    </BesideInspector>,
    checks.recording,
    lookingAtChecks(checks, as),
  )
  return checks
}

async function search(text: string): Promise<void> {
  await pane.getByRole('searchbox', { name: 'Find in results' }).fill(text)
}

/** The result of a test over the run's only interface. */
async function resultOf(testId: string) {
  await search(testId)
  await expect.poll(() => results.getByRole('row').elements()).toHaveLength(3)
  return results.getByRole('row').nth(2)
}

test('before a run it is seen what will be sent, what it may change, and what is left out and why', async () => {
  await show({})
  await expect.element(pane).toMatchTextContent('SendMessage ×')
  await expect.element(pane).toMatchTextContent('starts tasks')
  await pane.getByRole('button', { name: 'Show reasons' }).click()
  await expect
    .element(pane.getByRole('list', { name: 'Reasons' }))
    .toMatchTextContent('no prompt for which the agent answers with a task that it completes')

  await planned.getByRole('row').filter({ hasText: fetched }).click()
  const detail = page.getByRole('region', { name: 'Planned check' })
  await expect.element(detail).toMatchTextContent('not applicable')
  await expect.element(detail).toMatchTextContent('SendMessage, GetTask')
  await expect.element(detail).toMatchTextContent('a prompt for “Complete a task”')
  await expect.element(pane.getByRole('checkbox', { name: /^Tests that change the agent/ })).not.toBeChecked()
  expect(await violations()).toEqual([])

  await planned.getByRole('row').filter({ hasText: fetched }).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Planned check' })
  await expect.element(menu.getByRole('menuitem', { name: /^Leave out the suite / })).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Leave out the level MUST' }).click()
  await expect.element(pane.getByRole('checkbox', { name: /^MUST/ })).not.toBeChecked()
  await pane.getByRole('checkbox', { name: /^MUST/ }).click()

  const levels = pane.getByRole('group', { name: 'Levels' }).getByRole('checkbox')
  for (const level of levels.all()) await level.click()
  await expect.element(pane).toMatchTextContent('Nothing is chosen')
  await expect.element(pane.getByRole('button', { name: /^Run 0 of/ })).toBeDisabled()
  await pane.getByRole('button', { name: 'Choose everything' }).click()
  await expect.element(planned).toBeVisible()
  useSelection.setState({ agentId: undefined })
  await expect.element(pane).toMatchTextContent('No agent selected')
})

test('a trial shows what each example did, fills in what is empty, and leads to its exchange', async () => {
  const skills = [
    { id: 'all', name: 'All', description: 'All', tags: ['all'], examples: ['hi', 'ask', 'fail'] },
  ]
  await show({ card: { skills }, isTried: true })
  await pane.getByRole('button', { name: /^Prompts…/ }).click()
  const field = (name: string) => prompts.getByRole('combobox', { name, exact: true })
  await field('Fail').fill('my own')
  await prompts.getByRole('button', { name: 'Try the examples' }).click()
  const tried = prompts.getByRole('list', { name: 'Prompts tried' }).getByRole('listitem')
  await expect.poll(() => tried.elements()).toHaveLength(4)
  await expect.element(tried.filter({ hasText: 'input-required' })).toMatchTextContent('Ask for input')
  await expect.element(field('Ask for input')).toHaveValue('ask')
  await expect.element(field('Fail')).toHaveValue('my own')
  await expect.element(field('Reject')).toHaveValue('')
  expect(await violations()).toEqual([])

  await prompts.getByRole('button', { name: 'Show request of “ask”' }).click()
  await expect.element(prompts).not.toBeInTheDocument()
  await expect.element(exchange).toMatchTextContent('SendStreamingMessage')
  await pane.getByRole('button', { name: 'Prompts… unsaved' }).click()
  await expect.element(field('Ask for input')).toHaveValue('ask')
  await prompts.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(prompts).not.toBeInTheDocument()
  await pane.getByRole('button', { name: /^Prompts… \d/ }).click()
  await expect.element(field('Ask for input')).toHaveValue('ask')
})

/** With an outcome of each kind except one, which only a broken agent causes. */
const chosen = { tests: [fetched, unknownTask, streamed] }
const failing: Checks = { agent: 'no-first-task', chosen, runs: [{ 'tck-stream-basic': { prompt: 'hi' } }] }

test('a failing test shows what was expected and what was received, and leads to its event', async () => {
  await show(failing)
  await expect.element(pane.getByRole('status')).toMatchTextContent('Of 2 MUST tests, 1 failed.')
  await pane
    .getByRole('group', { name: 'Outcome' })
    .getByRole('button', { name: /^failed/ })
    .click()
  await expect.poll(() => results.getByRole('row').elements()).toHaveLength(3)
  await (await resultOf(streamed)).click()
  await expect.element(check.getByRole('term').filter({ hasText: 'Expected' })).toBeVisible()
  await expect
    .element(check)
    .toMatchTextContent('The first event of the stream is a status update, not a Task or Message.')
  expect(await violations()).toEqual([])
  await expect.element(exchange).toMatchTextContent('SendStreamingMessage')
  const event = page.getByRole('region', { name: 'Event 1' })
  await expect.element(event).toBeVisible()
  await check.getByRole('button', { name: 'Show request' }).click()
  await expect.element(event).not.toBeInTheDocument()
  await check.getByRole('button', { name: 'Show event 1' }).click()
  await expect.element(event).toBeVisible()

  await expect.element(results.getByRole('row', { selected: true })).toMatchTextContent('failed')
  await search('nothing like this')
  await expect.element(pane).toMatchTextContent('Nothing matches')
  await pane.getByRole('button', { name: 'Show all tests' }).click()
  await expect.element(results.getByRole('row').filter({ hasText: 'passed' })).toBeVisible()
})

test('results are used by keys: groups closed and opened, a test selected and led to the wire', async () => {
  await show(failing)
  await resultOf(unknownTask)
  ;(results.element() as HTMLElement).focus()
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(results.getByRole('button', { name: /^Open / })).toBeVisible()
  await expect.poll(() => results.getByRole('row').elements()).toHaveLength(2)
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(results.getByRole('button', { name: /^Close / })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(check).toMatchTextContent('Requirement')
  await userEvent.keyboard('{Enter}')
  await expect.element(exchange).toMatchTextContent('GetTask')
})

test('of an agent that passes, a level and each test show it, and what was not applicable shows why', async () => {
  await show({ chosen, runs: [{ 'tck-stream-basic': { prompt: 'hi' } }] })
  await expect.element(pane.getByRole('status')).toMatchTextContent('All 2 MUST tests passed.')
  await expect
    .element(pane.getByRole('button', { name: /^MUST / }))
    .toHaveAccessibleName(/2 passed, 1 not applicable$/)
  await (await resultOf(fetched)).click()
  await expect.element(check).toMatchTextContent('not applicable')
  await expect.element(check).toMatchTextContent('Parley has no prompt')
  await (await resultOf(unknownTask)).click()
  await expect.element(check).toMatchTextContent('Passed.')
})

test('what an agent breaks below HTTP is inconclusive with its reason, and never passed', async () => {
  await show({ broken: 'resets-without-answer', chosen, runs: [{}] })
  await expect.element(pane.getByRole('status')).toMatchTextContent('No call was answered')
  await expect
    .element(pane.getByRole('button', { name: /^MUST / }))
    .toHaveAccessibleName(/1 inconclusive, 2 not applicable$/)
  await (await resultOf(unknownTask)).click()
  await expect.element(check.getByText('inconclusive', { exact: true })).toBeVisible()
  await expect.element(check).toMatchTextContent('closed the connection without answering')
  await check.getByRole('button', { name: 'Show request' }).click()
  await expect.element(exchange).toMatchTextContent('GetTask')
})

test('two runs are compared: what fails now, what passes now, and a test as it was in both', async () => {
  const runs = [
    { 'tck-stream-basic': { prompt: 'hi' } },
    { 'tck-stream-basic': { prompt: 'direct' }, 'tck-complete-task': { prompt: 'hi' } },
  ]
  await show({ chosen, runs })
  await pane.getByRole('button', { name: 'Compare with another run' }).click()
  await page.getByRole('menuitem').first().click()
  const changes = page.getByRole('grid', { name: 'Changes' })
  const changed = (id: string) => changes.getByRole('row').filter({ hasText: id })
  await expect.element(changed(streamed)).toMatchTextContent(/passed.*failed/s)
  await expect.element(changed(fetched)).toMatchTextContent(/not applicable.*passed/s)
  await pane
    .getByRole('group', { name: 'What changed' })
    .getByRole('button', { name: /^newly failing/ })
    .click()
  await expect.element(changed(fetched)).not.toBeInTheDocument()
  await changed(streamed).click()
  const change = page.getByRole('region', { name: 'Change', exact: true })
  await expect.element(change.getByRole('region', { name: 'After' })).toMatchTextContent('failed')
  await expect.element(change.getByRole('region', { name: 'Before' })).toMatchTextContent('Passed.')
  expect(await violations()).toEqual([])
  await pane.getByRole('button', { name: 'Clear comparison' }).click()
  await expect.element(results).toBeVisible()

  await pane.getByRole('group', { name: 'Checks' }).getByRole('button', { name: /^Runs/ }).click()
  const rows = page.getByRole('grid', { name: 'Runs of checks' }).getByRole('row')
  await expect.poll(() => rows.elements()).toHaveLength(3)
  expect(await violations()).toEqual([])
  await rows
    .last()
    .getByRole('button', { name: /^Open run of/ })
    .click()
  await expect.element(await resultOf(streamed)).toMatchTextContent('passed')
})

test('the session of a run has its result, which leads to the wire and cannot be made again', async () => {
  await show(failing, 'session')
  const row = await resultOf(streamed)
  await expect.element(row).toMatchTextContent('failed')
  await expect.element(pane.getByRole('button', { name: 'Run again' })).not.toBeInTheDocument()
  await row.click()
  await check.getByRole('button', { name: 'Show request' }).click()
  await expect.element(exchange).toMatchTextContent('SendStreamingMessage')
})

test('a failed test is copied for a coding agent with what was expected, and its place in the record', async () => {
  const checks = await commands.recordChecks(failing)
  const copied: Parameters<EngineClient['console']['report']>[0][] = []
  await mountPane(
    <BesideInspector>
      <ChecksPane />
    </BesideInspector>,
    checks.recording,
    (access) => {
      const { client, ...rest } = lookingAtChecks(checks)(access)
      const report: EngineClient['console']['report'] = async (input) => {
        copied.push(input)
        return { fileName: '', text: '' }
      }
      return { ...rest, client: { ...client, console: { ...client.console, report } }, canExport: true }
    },
  )
  await (await resultOf(streamed)).click()
  await check.getByRole('button', { name: 'Copy for a coding agent' }).click()
  await expect.poll(() => copied).toHaveLength(1)
  const { exchangeId, problem } = copied[0] ?? {}
  expect(exchangeId).toBeTypeOf('string')
  expect(problem?.facts).toEqual(
    expect.arrayContaining([
      ['Test', expect.stringContaining(streamed)],
      ['Requirement', 'MUST · A2A 1.0, section 3.1.2'],
    ]),
  )
})

test('a kept session without a run shows that it has none', async () => {
  await show({}, 'session')
  await expect.element(pane).toMatchTextContent('No run in this recording')
})

test('a run that is not recorded is shown, without a session to open', async () => {
  await show({ isPaused: true, chosen, runs: [{}] })
  await expect.element(pane.getByText('not recorded')).toBeVisible()
  await expect.element(pane.getByRole('button', { name: 'Open recording' })).not.toBeInTheDocument()
  await expect.element(await resultOf(unknownTask)).toMatchTextContent('passed')
})
