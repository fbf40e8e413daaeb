// Monaco with JSON only and its workers, all bundled: it fetches nothing from other servers.

import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/folding/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/hover/register.js'
import 'monaco-editor/features/snippet/register.js'
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
import 'monaco-editor/features/codelens/register.js'
import 'monaco-editor/features/dropOrPasteInto/register.js'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker.js?worker'
import { jsonDefaults } from 'monaco-editor/languages/features/json/register.js'
import type { JsonObject } from '#shared/a2a/model.ts'
import { holdIn } from './hold-in.ts'

const environment: monaco.Environment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
}
Object.assign(self, { MonacoEnvironment: environment })

// The worker would compute the features left out for the whole text on each change; Parley shows none of them.
jsonDefaults.setModeConfiguration({
  completionItems: true,
  hovers: true,
  tokens: true,
  foldingRanges: true,
  diagnostics: true,
})

/** Theme tokens for the parts of JSON, the same as in the JSON tree. */
const inks = {
  'string.key.json': '--accent',
  'string.value.json': '--completed',
  'number.json': '--input-required',
  'keyword.json': '--input-required',
} as const

const fixtures = {
  'editor.background': '--panel',
  'editor.foreground': '--text',
  'editorLineNumber.foreground': '--faint',
  'editorLineNumber.activeForeground': '--text',
  'editorIndentGuide.background1': '--line',
  'editorIndentGuide.activeBackground1': '--line-strong',
  'editorOverviewRuler.border': '--line',
  'scrollbarSlider.background': '--line-strong',
  'scrollbarSlider.hoverBackground': '--faint',
  'scrollbarSlider.activeBackground': '--faint',
} as const

export function paintEditors(shown: 'dark' | 'light'): void {
  const look = getComputedStyle(document.documentElement)
  // Monaco needs `#aabbcc`; the CSS build shortens it to `#abc`.
  const colorOf = (token: string) =>
    look
      .getPropertyValue(token)
      .trim()
      .replace(/^#(\w)(\w)(\w)$/, '#$1$1$2$2$3$3')
  monaco.editor.defineTheme('parley', {
    base: shown === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(inks).map(([token, ink]) => ({ token, foreground: colorOf(ink) })),
    colors: Object.fromEntries(Object.entries(fixtures).map(([part, token]) => [part, colorOf(token)])),
  })
  monaco.editor.setTheme('parley')
}

/** Validates a model against a schema; the returned function stops that. */
export function holdAgainst(modelUri: string, schema: JsonObject): () => void {
  return holdIn(jsonDefaults, modelUri, schema)
}

export { monaco }
