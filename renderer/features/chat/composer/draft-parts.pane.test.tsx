import { expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { mountPane } from '#testing/panes/mount-pane.tsx'
import { emptyDraft, numbered, useDraft } from '../../../state/draft.ts'
import { DraftParts } from './draft-parts.tsx'
import './composer.css'

const rows = page.getByRole('list', { name: 'Parts of this message' }).getByRole('listitem')
const names = () => rows.elements().map((row) => /^(\(empty\)|data \d)/.exec(row.textContent ?? '')?.[0])

test('a part is dragged to where a line shows, the text too, and a part that is let go elsewhere stays', async () => {
  const parts = numbered([1, 2, 3].map((data) => ({ kind: 'data', data })))
  useDraft.setState({ drafts: { agent: { ...emptyDraft, parts } } })
  await mountPane(<Parts />, await commands.recordEntries([]))
  await expect.poll(names).toEqual(['(empty)', 'data 1', 'data 2', 'data 3'])
  const lines: string[] = []
  const list = page.getByRole('list', { name: 'Parts of this message' }).element()
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const line = target instanceof HTMLElement && target.getAttribute('data-insert')
      if (line) lines.push(`${line} ${target.textContent}`)
    }
  }).observe(list, { attributeFilter: ['data-insert'], subtree: true })

  await userEvent.dragAndDrop(rows.nth(3), rows.nth(1), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(names).toEqual(['(empty)', 'data 3', 'data 1', 'data 2'])
  expect(lines.at(-1)).toBe('before data 1')

  await userEvent.dragAndDrop(rows.first(), rows.nth(3), { targetPosition: { x: 40, y: 24 } })
  await expect.poll(names).toEqual(['data 3', 'data 1', 'data 2', '(empty)'])
  expect(lines.at(-1)).toBe('after data 2')

  const message = page.getByRole('textbox')
  await userEvent.dragAndDrop(rows.first(), message)
  await expect.element(message).toHaveValue('')
  expect(names()).toEqual(['data 3', 'data 1', 'data 2', '(empty)'])

  page.getByRole('button', { name: 'Move data 3 down' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['data 1', 'data 3', 'data 2', '(empty)'])
})

function Parts() {
  const draft = useDraft(({ drafts }) => drafts['agent'])
  return (
    <>
      {draft && <DraftParts agentId="agent" draft={draft} />}
      <textarea aria-label="Message" />
    </>
  )
}
