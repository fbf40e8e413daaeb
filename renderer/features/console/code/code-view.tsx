import { lazy, Suspense } from 'react'
import type { JsonEditorProps } from '../../../editor/json-editor.tsx'

const JsonEditor = lazy(() => import('../../../editor/json-editor.tsx'))

/** A text with folding and search; without `onChange` to read only. */
export function CodeView(props: JsonEditorProps) {
  return (
    <Suspense fallback={<p className="detail-hint muted">Loading the editor…</p>}>
      <JsonEditor {...props} />
    </Suspense>
  )
}
