// Monaco behind a door of its own: this folder alone imports it, and this module is only ever loaded lazily.
// biome-ignore-all lint/style/noDefaultExport: React.lazy wants one

import { useEffect, useRef } from 'react'
import type { JsonValue } from '#shared/a2a/model.ts'
import { useTheme } from '../state/theme.ts'
import { monaco, themeName } from './monaco.ts'

interface JsonViewerProps {
  /** The accessible name. */
  readonly name: string
  readonly value: JsonValue
}

export default function JsonViewer({ name, value }: JsonViewerProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useTheme((theme) => theme.shown)

  useEffect(() => {
    monaco.editor.setTheme(themeName(shown))
  }, [shown])

  useEffect(() => {
    if (!box.current) return
    const editor = monaco.editor.create(box.current, {
      value: JSON.stringify(value, null, 2),
      language: 'json',
      readOnly: true,
      ariaLabel: name,
      automaticLayout: true,
      fontSize: 12,
      lineNumbers: 'off',
      folding: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      renderLineHighlight: 'none',
      wordWrap: 'on',
      links: false,
      contextmenu: false,
    })
    return () => {
      editor.getModel()?.dispose()
      editor.dispose()
    }
  }, [name, value])

  return <div ref={box} className="json-viewer" style={{ height: '100%' }} />
}
