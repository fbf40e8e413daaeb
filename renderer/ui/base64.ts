const chunk = 0x8000

export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += chunk) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + chunk)))
  }
  return btoa(pieces.join(''))
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return bytesOfCodes(atob(base64))
}

/** Decodes bytes that were encoded piece by piece. */
export function bytesOfPieces(pieces: readonly string[]): Uint8Array<ArrayBuffer> {
  return bytesOfCodes(pieces.map((piece) => atob(piece)).join(''))
}

export function joinedBytes(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = pieces
  if (only && pieces.length === 1) return only
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** By index: iterating over a string takes some twenty times as long. */
function bytesOfCodes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
