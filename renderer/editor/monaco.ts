// Monaco with one language and its workers, bundled: nothing is fetched from anywhere else.

import * as monaco from 'monaco-editor/editor/editor.api.js'
import 'monaco-editor/features/folding/register.js'
import 'monaco-editor/features/find/register.js'
import 'monaco-editor/features/hover/register.js'
import 'monaco-editor/features/suggest/register.js'
import 'monaco-editor/features/snippet/register.js'
// Loaded with the language anyway, but too late to register what they depend on.
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

// What is left out would be asked of the worker for all of a text with each change, and is shown nowhere.
jsonDefaults.setModeConfiguration({
  completionItems: true,
  hovers: true,
  tokens: true,
  foldingRanges: true,
  diagnostics: true,
})

const surfaces = { dark: '#141518', light: '#ffffff' }

for (const [name, surface] of Object.entries(surfaces)) {
  monaco.editor.defineTheme(`parley-${name}`, {
    base: name === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [],
    colors: { 'editor.background': surface },
  })
}

export function themeName(shown: 'dark' | 'light'): string {
  return `parley-${shown}`
}

/** Holds one model against a schema until the answer is called. */
export function holdAgainst(modelUri: string, schema: JsonObject): () => void {
  return holdIn(jsonDefaults, modelUri, schema)
}

export { monaco }
