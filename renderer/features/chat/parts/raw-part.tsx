// A part as its JSON, for whoever does not believe the picture.

import { create } from 'zustand'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { Pieces } from '../../../ui/untrusted-text.tsx'
import { savePart } from './save-part.ts'

interface RawPartState {
  readonly json: string | undefined
  show(value: unknown): void
  close(): void
}

export const useRawPart = create<RawPartState>((set) => ({
  json: undefined,
  show: (value) => set({ json: JSON.stringify(value, null, 2) }),
  close: () => set({ json: undefined }),
}))

const shownCharacters = 100_000

export function RawPartDialog() {
  const { json, close } = useRawPart()
  if (json === undefined) return null
  return (
    <Dialog
      title="The part as JSON"
      wide
      onClose={close}
      actions={
        <>
          <Button onClick={() => savePart(json, 'part.json', 'application/json')}>Save as…</Button>
          <Button onClick={() => void navigator.clipboard.writeText(json)}>Copy</Button>
        </>
      }
    >
      <pre className="raw-part">
        <Pieces text={json.slice(0, shownCharacters)} />
      </pre>
      {json.length > shownCharacters && (
        <p className="muted">
          The first {formatBytes(shownCharacters)} of {formatBytes(json.length)}. Save it to see the rest.
        </p>
      )}
    </Dialog>
  )
}
