// The Monaco editor. Only this folder imports Monaco, and this module is always loaded lazily.
// biome-ignore-all lint/style/noDefaultExport: loaded when an editor is first drawn

import { type RefObject, useEffect, useRef } from 'react'
import type { JsonObject } from '#shared/a2a/model.ts'
import { takeSteps } from '../record/slices.ts'
import { useLook, useTheme } from '../state/appearance.ts'
import { useMark } from '../ui/drawing/crash-marks.ts'
import { type Place, placesOf, pointerAt } from './json-places.ts'
import { holdAgainst, monaco, paintEditors } from './monaco.ts'
import { maxDrawnLineChars, maxWrappedChars } from './slow-text.ts'

export interface JsonMark {
  /** A JSON pointer (RFC 6901) into the text; a number is an offset. */
  readonly at: string | number
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
}

export interface Reveal {
  readonly pointer: string
  /** Do not move the focus: the user is stepping through a list. */
  readonly keepsFocus?: true
}

export interface JsonEditorProps {
  readonly name: string
  /** Replaces the editor's text when it differs. */
  readonly text: string
  readonly language?: 'json' | 'plaintext'
  readonly marks?: readonly JsonMark[]
  /** Validates the text while it is edited. */
  readonly schema?: JsonObject | undefined
  /** The place to scroll to; a new object scrolls there again. */
  readonly reveal?: Reveal | undefined
  /** Called with the pointer at the cursor. */
  onPointer?(pointer: string): void
  /** Without it the editor is read-only. */
  onChange?(text: string): void
}

type Editor = monaco.editor.IStandaloneCodeEditor

const plainBrackets = { enabled: false, independentColorPoolPerBracketType: false }

export default function JsonEditor(props: JsonEditorProps) {
  const { name, text, language = 'json', marks, schema, reveal, onPointer, onChange } = props
  const mark = useMark()
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const change = useRef(onChange)
  change.current = onChange
  const pointed = useRef(onPointer)
  pointed.current = onPointer
  const shown = useTheme((theme) => theme.shown)
  const look = useLook()
  const readOnly = onChange === undefined
  const wraps = text.length <= maxWrappedChars

  useEffect(() => {
    paintEditors(shown)
  }, [shown])

  useEffect(() => {
    if (!box.current) return
    const made = monaco.editor.create(box.current, {
      value: '',
      language,
      readOnly,
      ariaLabel: name,
      automaticLayout: true,
      ...typeNow(box.current),
      lineNumbers: readOnly ? 'off' : 'on',
      lineNumbersMinChars: 4,
      folding: true,
      minimap: { enabled: false },
      hideCursorInOverviewRuler: true,
      scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
      scrollBeyondLastLine: false,
      renderLineHighlight: 'none',
      renderValidationDecorations: 'on',
      wordWrap: wraps ? 'on' : 'off',
      stopRenderingLineAfter: maxDrawnLineChars,
      // Each needs the colours or the outline of the whole text, computed synchronously on the main thread.
      stickyScroll: { enabled: false },
      colorDecorators: false,
      occurrencesHighlight: 'off',
      selectionHighlight: false,
      guides: { indentation: true, bracketPairs: false },
      links: false,
      contextmenu: false,
      // Tab leaves the editor, so that keyboard users can.
      tabFocusMode: true,
      fixedOverflowWidgets: true,
      unicodeHighlight: { ambiguousCharacters: false },
    })
    // Coloured brackets need the whole text, too; this is an option of the model.
    made.getModel()?.updateOptions({ bracketColorizationOptions: plainBrackets })
    made.onDidChangeModelContent(({ isFlush }) => {
      if (!isFlush) change.current?.(made.getValue())
    })
    let seeking = new AbortController()
    made.onDidChangeCursorPosition(({ position }) => {
      const model = made.getModel()
      if (!model || !pointed.current) return
      seeking.abort()
      seeking = new AbortController()
      void takeSteps(pointerAt(model.getValue(), model.getOffsetAt(position)), seeking.signal).then(
        (pointer) => pointer !== undefined && pointed.current?.(pointer),
      )
    })
    editor.current = made
    return () => {
      seeking.abort()
      made.getModel()?.dispose()
      made.dispose()
      editor.current = null
    }
  }, [name, readOnly, wraps, language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the look changes the type
  useEffect(() => {
    if (box.current) editor.current?.updateOptions(typeNow(box.current))
  }, [look])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor needs its text again
  useEffect(() => {
    if (!editor.current || editor.current.getValue() === text) return
    mark()
    editor.current.setValue(text)
  }, [text, name, readOnly, wraps, language])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor has another model
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!schema || !model) return
    return holdAgainst(model.uri.toString(), schema)
  }, [schema, name, readOnly, wraps, language])

  useMarkers(editor, marks, text, [name, readOnly, wraps, language].join(' '))
  useReveal(editor, reveal)

  return <div ref={box} className="mono" style={{ height: '100%' }} />
}

function typeNow(element: Element): { readonly fontFamily: string; readonly fontSize: number } {
  const style = getComputedStyle(element)
  return { fontFamily: style.fontFamily, fontSize: Number.parseFloat(style.fontSize) }
}

const unmarked: readonly JsonMark[] = []

type EditorRef = RefObject<Editor | null>

/** Marks findings in the text once their positions are computed. */
function useMarkers(editor: EditorRef, marks = unmarked, text: string, which: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text moves the places, and another editor has none
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!model) return
    const stop = new AbortController()
    const pointers = marks.flatMap(({ at }) => (typeof at === 'string' ? [at] : []))
    void takeSteps(placesOf(model.getValue(), pointers), stop.signal).then((places) => {
      if (places) monaco.editor.setModelMarkers(model, 'findings', markersOf(model, marks, places))
    })
    return () => stop.abort()
  }, [editor, marks, text, which])
}

function useReveal(editor: EditorRef, reveal: JsonEditorProps['reveal']): void {
  useEffect(() => {
    const model = editor.current?.getModel()
    if (!reveal || !model) return
    const stop = new AbortController()
    void takeSteps(placesOf(model.getValue(), [reveal.pointer]), stop.signal).then((places) => {
      if (!places) return
      const range = rangeOf(model, places.get(reveal.pointer))
      editor.current?.setSelection(range)
      editor.current?.revealRangeInCenter(range)
      if (!reveal.keepsFocus) editor.current?.focus()
    })
    return () => stop.abort()
  }, [editor, reveal])
}

const severities = {
  error: monaco.MarkerSeverity.Error,
  warning: monaco.MarkerSeverity.Warning,
  info: monaco.MarkerSeverity.Info,
} as const

function markersOf(
  model: monaco.editor.ITextModel,
  marks: readonly JsonMark[],
  places: ReadonlyMap<string | number, Place>,
): monaco.editor.IMarkerData[] {
  return marks.map(({ at, severity, message }) => {
    const place = typeof at === 'number' ? { start: at, end: at + 1 } : places.get(at)
    return { ...rangeOf(model, place), severity: severities[severity], message }
  })
}

function rangeOf(model: monaco.editor.ITextModel, place = { start: 0, end: 1 }): monaco.Range {
  return monaco.Range.fromPositions(model.getPositionAt(place.start), model.getPositionAt(place.end))
}
