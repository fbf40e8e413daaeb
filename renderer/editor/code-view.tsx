import { useMemo, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { PlainCode } from '../ui/code/plain-code.tsx'
import { type LatePart, LoadFailed, useLatePart } from '../ui/lazy-part.tsx'
import type { JsonEditorProps } from './json-editor.tsx'
import { isTooDeep, slowInEditor } from './slow-text.ts'
import './code-view.css'

const reasons = {
  lines: 'it has too many lines for the editor.',
  characters: 'it has thousands of hidden or combined characters, which the editor draws slowly.',
} as const

const jsonEditor: LatePart<JsonEditorProps> = {
  load: () => import('./json-editor.tsx').then((module) => module.default),
}

/** A text with folding and search; read-only without `onChange`. */
export function CodeView(props: JsonEditorProps) {
  const { name, text, language = 'json', onChange } = props
  const [opened, setOpened] = useState<string>()
  const isWritten = onChange !== undefined
  // Text typed into this editor was checked when the editor opened.
  const checked = isWritten ? name : text
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const slow = useMemo(() => slowInEditor(text), [checked])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const isDeep = useMemo(() => language === 'json' && isTooDeep(text), [checked, language])
  if (slow && opened !== checked) {
    return (
      <div className="code-plain column full-height">
        <div className="notice warning" role="note" aria-label="Not formatted">
          <span>Shown as plain text: {reasons[slow]}</span>
          <span>
            <Button onClick={() => setOpened(checked)}>{isWritten ? 'Edit anyway' : 'Show formatted'}</Button>
          </span>
        </div>
        <PlainCode name={name} text={text} />
      </div>
    )
  }
  return <Editor {...props} language={isDeep ? 'plaintext' : language} />
}

function Editor(props: JsonEditorProps) {
  const editor = useLatePart(jsonEditor)
  if (editor.state === 'loading') return <p className="code-loading dim py-10 px-12">Loading the editor…</p>
  if (editor.state === 'there') return <editor.Part {...props} />
  return (
    <div className="code-plain column full-height">
      <LoadFailed what="the editor" state={editor.state} />
      <PlainCode name={props.name} text={props.text} />
    </div>
  )
}
