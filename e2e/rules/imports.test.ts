// Who may import whom. Each forbidden import is planted as a file of the place it is forbidden in, and must be refused; so
// that the refusal is known to be of that import, an allowed one in the same place must pass.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sourceFiles } from '../../docs/bounds-table.ts'

const root = join(import.meta.dirname, '..', '..')
const bin = join(root, 'node_modules', '.bin')
const planted = join(root, 'out', 'planted')
const { files: _files, vcs: _vcs, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
let trees = 0

test.each([
  ['shared/a2a/x.ts', '../record/entry.ts'],
  ['shared/story/timeline/x.ts', '../../record/entry.ts'],
  ['shared/contract/x.ts', 'zod'],
  ['electron/engine/x.ts', '#shared/a2a/model.ts'],
  ['electron/engine/wire/x.ts', 'node:net'],
  ['electron/serve/x.ts', '#engine/rpc.ts'],
  ['electron/desktop/x.ts', 'electron'],
  ['electron/preload.ts', 'electron'],
  ['renderer/features/chat/x.ts', '../agent/index.ts'],
  ['renderer/features/chat/x.ts', '../../state/layout.ts'],
  ['renderer/features/chat/x.ts', './composer.tsx'],
  ['renderer/editor/x.ts', 'monaco-editor/editor/editor.api.js'],
  ['renderer/shell.tsx', './features/chat/index.ts'],
])('%s may import %s', (path, specifier) => {
  expect(lint(path, specifier)).not.toMatch(/noRestrictedImports|noNodejsModules/)
})

test.each([
  ['shared/a2a/x.ts', 'node:fs'],
  ['shared/a2a/x.ts', 'electron'],
  ['shared/a2a/x.ts', 'react'],
  ['shared/record/x.ts', '#engine/engine.ts'],
  ['shared/story/timeline/x.ts', '../../../renderer/app.tsx'],
  ['electron/engine/x.ts', 'electron'],
  ['electron/engine/x.ts', '../serve/server.ts'],
  ['electron/engine/wire/x.ts', '../../desktop/window.ts'],
  ['electron/engine/x.ts', '../../renderer/app.tsx'],
  ['electron/demo-agent/x.ts', '#engine/engine.ts'],
  ['electron/demo-agent/x.ts', '#shared/a2a/model.ts'],
  ['electron/page/x.ts', '#engine/engine.ts'],
  ['electron/serve/x.ts', 'electron'],
  ['electron/serve/x.ts', '../desktop/window.ts'],
  ['electron/desktop/x.ts', '../serve/server.ts'],
  ['electron/desktop/x.ts', '../../renderer/app.tsx'],
  ['electron/main.ts', 'electron'],
  ['electron/preload.ts', '#engine/engine.ts'],
  ['electron/preload.ts', 'node:fs'],
  ['renderer/state/x.ts', 'node:fs'],
  ['renderer/state/x.ts', 'electron'],
  ['renderer/state/x.ts', '#engine/engine.ts'],
  ['renderer/state/x.ts', '../../electron/engine/engine.ts'],
  ['renderer/ui/x.ts', 'monaco-editor'],
  ['renderer/features/chat/x.ts', 'monaco-editor/editor/editor.api.js'],
  ['renderer/features/chat/x.ts', '../agent/use-agent.ts'],
  ['renderer/features/chat/x.ts', '../../../electron/engine/engine.ts'],
  ['renderer/shell.tsx', './features/chat/composer.tsx'],
  ['renderer/editor/x.ts', '../features/chat/index.ts'],
])('%s may not import %s', (path, specifier) => {
  expect(lint(path, specifier)).toMatch(/noRestrictedImports|noNodejsModules/)
})

afterAll(() => rmSync(planted, { recursive: true, force: true }))

test.each([
  ['shared', 'process.pid', 'Node'],
  ['shared', 'document.title', 'the DOM'],
  ['electron/engine', 'document.title', 'the DOM'],
  ['electron/demo-agent', 'window.origin', 'the DOM'],
  ['renderer', 'process.pid', 'Node'],
])('the compiler of %s does not know %s, which is of %s', (folder, expression) => {
  expect(compile(folder, '1')).toBe('')
  expect(compile(folder, expression)).toMatch(/error TS2(304|584|591|580)/)
})

test('nothing of the product imports what tests share', () => {
  const found = sourceFiles().filter((path) =>
    /['"]#testing\/|\/testing\//.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(found).toEqual([])
})

/** A tree of its own with the project's rules and the one planted file. */
function lint(path: string, specifier: string): string {
  const tree = join(planted, String(++trees))
  mkdirSync(join(tree, dirname(path)), { recursive: true })
  writeFileSync(join(tree, 'biome.json'), JSON.stringify(rules))
  writeFileSync(join(tree, path), `import * as x from '${specifier}'\nx\n`)
  const { stdout, stderr } = spawnSync(join(bin, 'biome'), ['lint', '--max-diagnostics=50'], {
    cwd: tree,
    encoding: 'utf8',
  })
  return stdout + stderr
}

/** One file under the folder's own compiler settings. */
function compile(folder: string, expression: string): string {
  const place = join(planted, folder.replace('/', '-'))
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'x.ts'), `export const x: unknown = ${expression}\n`)
  const config = {
    extends: join(root, folder, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      rootDir: root,
      tsBuildInfoFile: null,
    },
    include: ['x.ts'],
    references: [],
  }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
  return spawnSync(join(bin, 'tsc'), ['-p', place], { encoding: 'utf8' }).stdout
}
