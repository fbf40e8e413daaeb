const chunk = 0x8000

export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let start = 0; start < bytes.length; start += chunk) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + chunk)))
  }
  return btoa(pieces.join(''))
}

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
