// Holds the body of a request until it is whole, or larger than what is held: only then it is known what goes on.

import { guarded } from '../../../guarded.ts'
import type { Visit } from '../pass.ts'

interface Holding {
  readonly maxBytes: number
  onPiece(bytes: Buffer): void
  onWhole(body: Buffer): void
  /** What came so far; the request is paused. */
  onTooLarge(held: Buffer): void
  onBroken(error: unknown): void
}

export function holdBody({ request, response, expects }: Visit, holding: Holding): void {
  const { maxBytes, onPiece, onWhole, onTooLarge, onBroken } = holding
  const parts: Buffer[] = []
  let heldBytes = 0
  const letGo = () => {
    request.off('data', piece)
    request.off('end', end)
  }
  const add = (bytes: Buffer) => {
    onPiece(bytes)
    parts.push(bytes)
    heldBytes += bytes.byteLength
    if (heldBytes <= maxBytes) return
    request.pause()
    letGo()
    onTooLarge(Buffer.concat(parts))
  }
  const whole = () => {
    letGo()
    onWhole(Buffer.concat(parts))
  }
  const piece = guarded('tap held body', add, onBroken)
  const end = guarded('tap held body end', whole, onBroken)
  request.on('data', piece)
  request.on('end', end)
  // Nobody else would tell it to go on.
  if (expects) response.writeContinue()
}
