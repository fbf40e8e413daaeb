// Stands in for the editor in a page: the text, to read and to copy. An editor would make every shared page megabytes long.
// biome-ignore-all lint/style/noDefaultExport: as the editor it stands in for
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard

import type { JsonEditorProps } from '../editor/json-editor.tsx'

export default function PlainEditor({ name, text }: JsonEditorProps) {
  return (
    <section className="plain-editor mono" tabIndex={0} aria-label={name}>
      <pre>{text}</pre>
    </section>
  )
}
