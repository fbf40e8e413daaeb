// The completion scripts in those of their shells that are installed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCommand } from '#testing/cli/run-command.ts'
import { ensureBuilt } from '../../built.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, '..', '..', '..'), () => undefined)
  folder = mkdtempSync(join(tmpdir(), 'parley-completion-'))
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const has = (shell: string) => spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0
const scriptFor = async (shell: string) => (await startCommand(['completion', shell], folder).done).stdout

/** What is typed, and its only completion. */
const typed = [
  ['rec', 'record'],
  ['ser', 'serve'],
  ['sessions ex', 'export'],
  ['serve --po', '--port'],
  ['record http://127.0.0.1:1 --rea', '--reach'],
  ['record http://127.0.0.1:1 --reach a', 'all'],
  ['task list http://127.0.0.1:1 -o t', 'text'],
  ['completion z', 'zsh'],
] as const
const completed = typed.map(([line, word]) => line.replace(/\S+$/, word))

test.runIf(has('bash'))('bash', async () => {
  const script = await scriptFor('bash')
  const words = (...texts: readonly string[]) => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash expands it
    const request = 'COMP_WORDS=(parley "$@"); COMP_CWORD=$#; _parley 2>/dev/null; echo "${COMPREPLY[@]}"'
    return spawnSync('bash', ['-c', `${script}\n${request}`, 'bash', ...texts], {
      encoding: 'utf8',
    }).stdout.trim()
  }
  expect(typed.map(([line]) => words(...line.split(' ')))).toEqual(typed.map(([, word]) => word))
  expect(words('task', '')).toBe('get list cancel subscribe')
})

test.runIf(has('fish'))('fish', async () => {
  const file = join(folder, 'parley.fish')
  writeFileSync(file, await scriptFor('fish'))
  const words = (line: string) =>
    spawnSync('fish', ['--no-config', '-c', `source ${file}; complete -C 'parley ${line}'`], {
      cwd: folder,
      env: { ...process.env, HOME: folder },
      encoding: 'utf8',
    })
      .stdout.trim()
      .split('\n')
      .map((match) => match.replace(/\t.*/, ''))
  expect(typed.map(([line]) => words(line))).toEqual(typed.map(([, word]) => [word]))
  expect(words('task ')).toEqual(['cancel', 'get', 'list', 'subscribe'])
})

// Completion of zsh needs a terminal: each line is typed, completed by a tab and run by a stand-in that prints its
// arguments.
test.runIf(has('zsh') && process.platform === 'linux')('zsh', async () => {
  const file = join(folder, '_parley')
  writeFileSync(file, await scriptFor('zsh'))
  const prepared = `autoload -Uz compinit; compinit -u -D; source ${file}; parley() { print -r -- "RAN<$*>" }`
  const lines = [prepared, ...typed.map(([line]) => `parley ${line}\t`), 'exit', '']
  const { stdout } = spawnSync('script', ['-qec', 'zsh -f -i', '/dev/null'], {
    cwd: folder,
    env: { ...process.env, HOME: folder, TERM: 'dumb' },
    input: lines.join('\n'),
    encoding: 'utf8',
  })
  expect([...stdout.matchAll(/^RAN<(.*?) *>/gm)].map(([, line]) => line)).toEqual(completed)
})

test.runIf(has('pwsh'))('PowerShell', async () => {
  const file = join(folder, 'parley.ps1')
  writeFileSync(file, await scriptFor('powershell'))
  const requests = typed.map(
    ([line]) =>
      `(TabExpansion2 'parley ${line}' ${`parley ${line}`.length}).CompletionMatches[0].CompletionText`,
  )
  const { stdout } = spawnSync('pwsh', ['-NoProfile', '-Command', `. ${file}; ${requests.join('; ')}`], {
    encoding: 'utf8',
  })
  expect(stdout.trim().split(/\r?\n/)).toEqual(typed.map(([, word]) => word))
})
