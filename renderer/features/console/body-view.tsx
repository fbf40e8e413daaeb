import { useQuery } from '@tanstack/react-query'
import type { Body } from '#shared/record/entry.ts'
import { useEngine } from '../../host/engine.tsx'
import { messageOf } from '../../host/message-of.ts'
import { formatBytes } from '../../ui/format.ts'

const firstPiece = 262_144

/** A body: what the entry carries, or the first piece of what lies apart. */
export function BodyView({ body }: { readonly body: Body }) {
  const { queries } = useEngine()
  const apart = body.text === undefined && body.base64 === undefined && body.hash !== undefined
  const piece = useQuery(
    queries.record.body.queryOptions({
      input: { hash: body.hash ?? '', offset: 0, length: firstPiece },
      enabled: apart,
    }),
  )
  const text = body.text ?? decode(body.base64 ?? piece.data?.base64)
  if (piece.error) return <p className="notice">{messageOf(piece.error)}</p>
  return (
    <>
      <pre className="body-text">{pretty(text)}</pre>
      {apart && body.sizeBytes > firstPiece && (
        <p className="muted">
          The first {formatBytes(firstPiece)} of {formatBytes(body.sizeBytes)}.
        </p>
      )}
    </>
  )
}

function decode(base64: string | undefined): string {
  if (base64 === undefined) return ''
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** JSON laid out for reading; anything else as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
