import { Copy } from 'lucide-react'
import { Menu } from '../../../../ui/menu.tsx'
import type { LoadedBody } from './use-body.ts'

interface CopyMenuProps {
  readonly loaded: LoadedBody
  readonly text: string
  /** Where the cursor is. */
  readonly pointer: string
}

/** The body, or what stands at the cursor: its value, or where it lies. */
export function CopyMenu({ loaded, text, pointer }: CopyMenuProps) {
  const copy = (copied: string) => () => void navigator.clipboard.writeText(copied)
  return (
    <Menu
      label="Copy from the body"
      button={<Copy size={13} />}
      items={() => {
        const value = valueAt(text, pointer)
        return [
          {
            label: loaded.complete ? 'Copy the body' : 'Copy what is loaded of the body',
            run: copy(text),
          },
          {
            label: 'Copy the value at the cursor',
            run: copy(value ?? ''),
            disabled: value === undefined,
          },
          {
            label: 'Copy its pointer',
            hint: shortened(pointer),
            run: copy(pointer),
            disabled: value === undefined,
          },
        ]
      }}
    />
  )
}

/** A string as it is, anything else as JSON. */
function valueAt(text: string, pointer: string): string | undefined {
  try {
    let value: unknown = JSON.parse(text)
    for (const step of pointer.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Readonly<Record<string, unknown>>)[name]
    }
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  } catch {
    return undefined
  }
}

/** Of a place's end in the menu, which then begins with "…". */
const maxPointerChars = 30

function shortened(pointer: string): string {
  return pointer.length > maxPointerChars ? `…${pointer.slice(-maxPointerChars)}` : pointer || 'the whole'
}
