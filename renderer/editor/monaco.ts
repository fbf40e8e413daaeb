// Monaco with one language and its workers, bundled: nothing is fetched from anywhere else.

import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/folding/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/hover/register.js'
import 'monaco-editor/features/snippet/register.js'
// Loaded with the language anyway, but too late: for what they depend on, and for the editor that is made first.
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js'
import 'monaco-editor/features/codelens/register.js'
import 'monaco-editor/features/dropOrPasteInto/register.js'
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/languages/features/json/json.worker.js?worker'
import { type JsonSchema, jsonDefaults } from 'monaco-editor/languages/features/json/register.js'
import type { JsonObject } from '#shared/a2a/model.ts'

const environment: monaco.Environment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
}

Object.assign(self, { MonacoEnvironment: environment })

// What is left out would be asked of the worker for all of a text with each change, and is shown nowhere.
jsonDefaults.setModeConfiguration({
  completionItems: true,
  hovers: true,
  tokens: true,
  foldingRanges: true,
  diagnostics: true,
})

/** Which tokens of the look the parts of JSON have, as in a tree of it. */
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

/** Draws every editor in the colours that the document has now. */
export function paintEditors(shown: 'dark' | 'light'): void {
  const look = getComputedStyle(document.documentElement)
  // The editor takes `#aabbcc` alone, and a build shortens that.
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

/** Holds one model against a schema until the answer is called. */
export function holdAgainst(modelUri: string, schema: JsonObject): () => void {
  return holdIn(jsonDefaults, modelUri, schema)
}

export { monaco }

// Monaco has one list of schemas for all of its models: each model's own is put into it and taken out again, the others stay.

type Defaults = Pick<typeof jsonDefaults, 'diagnosticsOptions' | 'setDiagnosticsOptions'>

/** Until the answer is called. Nothing that a schema refers to is fetched. */
export function holdIn(defaults: Defaults, modelUri: string, schema: JsonObject): () => void {
  const uri = `parley:${modelUri}`
  const set = (own: readonly JsonSchema[]) => {
    const others = (defaults.diagnosticsOptions.schemas ?? []).filter((held) => held.uri !== uri)
    defaults.setDiagnosticsOptions({
      validate: true,
      enableSchemaRequest: false,
      schemas: [...others, ...own],
    })
  }
  set([{ uri, fileMatch: [modelUri], schema }])
  return () => set([])
}
