import { lazy, Suspense } from 'react'
import type { JsonEditorProps } from './json-editor.tsx'
import './code-view.css'

const JsonEditor = lazy(() => import('./json-editor.tsx'))

/** A text with folding and search; without `onChange` to read only. */
export function CodeView(props: JsonEditorProps) {
  return (
    <Suspense fallback={<p className="code-loading muted">Loading the editor…</p>}>
      <JsonEditor {...props} />
    </Suspense>
  )
}
