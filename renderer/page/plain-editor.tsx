// Stands in for the editor in a page: the text, to read and to copy. An editor would make every shared page megabytes long.
// biome-ignore-all lint/style/noDefaultExport: as the editor it stands in for

import type { JsonEditorProps } from '../editor/json-editor.tsx'
import { PlainCode } from '../ui/code/plain-code.tsx'

export default function PlainEditor({ name, text }: JsonEditorProps) {
  return <PlainCode name={name} text={text} />
}
