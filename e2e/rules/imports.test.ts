// Which folders may import which. Each forbidden import is planted in a file of its place and must be refused; an allowed one
// in the same place must pass, which proves that the import is the cause. Biome and the compiler run once each.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBiome } from './biome.ts'
import { checkImports } from './imports.ts'
import { runTool } from './run-tool.ts'
import { plantedTree, root } from './tree.ts'

type Planted = readonly (readonly [path: string, specifier: string])[]

const allowed: Planted = [
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
]

const forbidden: Planted = [
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
]

/** Globals that the compiler must reject in a folder, planted beside a compiled file. */
const foreign: Planted = [
  ['shared', 'process.pid'],
  ['shared', 'document.title'],
  ['electron/engine', 'document.title'],
  ['electron/demo-agent', 'window.origin'],
  ['renderer', 'process.pid'],
]

const planted = join(root, 'out', 'planted')
let refused: readonly string[] = []
let compiled = ''

beforeAll(async () => {
  ;[refused, compiled] = await Promise.all([lint(), compile()])
})

afterAll(() => rmSync(planted, { recursive: true, force: true }))

test.each(allowed)('%s may import %s', (path, specifier) => {
  expect(refused).not.toContain(treeFor(path, specifier))
})

test.each(forbidden)('%s may not import %s', (path, specifier) => {
  expect(refused).toContain(treeFor(path, specifier))
})

test.each(foreign)('the compiler of %s has no %s', (folder, expression) => {
  expect(compiled).not.toContain(`${projectOf(folder)}/sound.ts`)
  expect(compiled).toMatch(
    new RegExp(`${projectOf(folder)}/${expression}\\.ts\\(.*error TS2(304|584|591|580)`),
  )
})

test('nothing of the product imports what tests share', () => {
  const source = "import { sample } from '#testing/rules/sample.ts'"
  expect(checkImports(plantedTree({ 'shared/x.ts': source }))).toHaveLength(1)
  expect(checkImports(plantedTree({ 'shared/x.test.ts': source, 'testing/x.ts': source }))).toEqual([])
})

test('what a bench loads imports no TSX, except as types', () => {
  const engine = "import { type EngineAccess, useEngine } from './engine.tsx'\n"
  const benched = (text: string) =>
    checkImports(
      plantedTree({
        'bench/wire.ts': "import {\n  follow,\n} from '../renderer/record/follow.ts'\n",
        'renderer/record/follow.ts': `export * from '../host/client.ts'\n`,
        'renderer/host/client.ts': text,
        'renderer/host/apart.ts': engine,
        'renderer/host/engine.tsx': '',
      }),
    )
  expect(benched(engine)).toMatchObject([{ path: 'renderer/host/client.ts', line: 1 }])
  expect(benched(engine.replace('import', 'import type'))).toEqual([])
})

/** The tree that a planted import is in: each has one of its own, since several are planted in the same file. */
function treeFor(path: string, specifier: string): string {
  const place = [...allowed, ...forbidden].findIndex((each) => each[0] === path && each[1] === specifier)
  return `${place}/${path}`
}

/** The planted files in which Biome refuses the import. */
async function lint(): Promise<readonly string[]> {
  const { files: _files, vcs: _vcs, ...rules } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
  for (const [path, specifier] of [...allowed, ...forbidden])
    write(join('imports', treeFor(path, specifier)), `import * as x from '${specifier}'\nx\n`)
  // Prefixes every pattern of the rules, for the trees.
  const overrides = rules.overrides.map((each: { readonly includes: readonly string[] }) => ({
    ...each,
    includes: each.includes.map((pattern) => pattern.replace(/^(!?)(?:\*\*\/)?/, '$1**/')),
  }))
  write('imports/biome.json', JSON.stringify({ ...rules, overrides }))
  const diagnostics = await runBiome(
    ['--formatter-enabled=false', '--assist-enabled=false'],
    join(planted, 'imports'),
  )
  return diagnostics
    .filter(({ category }) => /noRestrictedImports|noNodejsModules/.test(category))
    .map(({ location }) => location.path.replaceAll('\\', '/'))
}

/** The compiler’s errors in all planted files, with the settings of each folder. */
async function compile(): Promise<string> {
  for (const [folder, expression] of foreign) {
    const config = {
      extends: join(root, folder, 'tsconfig.json'),
      compilerOptions: { rootDir: root, outDir: 'out', tsBuildInfoFile: `out/${projectOf(folder)}` },
      include: ['*.ts'],
      references: [],
    }
    write(join('types', projectOf(folder), 'tsconfig.json'), JSON.stringify(config))
    write(join('types', projectOf(folder), 'sound.ts'), 'export const x: unknown = 1\n')
    write(join('types', projectOf(folder), `${expression}.ts`), `export const x: unknown = ${expression}\n`)
  }
  const projects = [...new Set(foreign.map(([folder]) => join(planted, 'types', projectOf(folder))))]
  return (await runTool('typescript/bin/tsc', ['-b', ...projects])).output
}

function projectOf(folder: string): string {
  return folder.replace('/', '-')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(planted, path)), { recursive: true })
  writeFileSync(join(planted, path), text)
}
