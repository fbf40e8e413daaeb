// Replaces the editor in a shared page with the plain text: the editor would add megabytes to every page.
// biome-ignore-all lint/style/noDefaultExport: as the editor it stands in for

import type { JsonEditorProps } from '../editor/json-editor.tsx'
import { PlainCode } from '../ui/code/plain-code.tsx'

export default function PlainEditor({ name, text }: JsonEditorProps) {
  return <PlainCode name={name} text={text} />
}
