// Monaco with one language and its workers, bundled: nothing is fetched from anywhere else.

import * as monaco from 'monaco-editor/esm/vs/editor/editor.api.js'
import 'monaco-editor/esm/vs/editor/contrib/folding/browser/folding.js'
import 'monaco-editor/esm/vs/editor/contrib/find/browser/findController.js'
import 'monaco-editor/esm/vs/language/json/monaco.contribution.js'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker.js?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker.js?worker'

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
}

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

export { monaco }
