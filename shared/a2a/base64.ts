// Base64 of text whose characters are bytes, and of ASCII back, by what Node and browsers have alike.

declare function atob(base64: string): string
declare function btoa(bytes: string): string

/** Other characters become question marks. */
export function base64OfAscii(text: string): string {
  return btoa(text.replaceAll(/[^\0-\xff]/g, '?'))
}

/** What a base64 text comes to, decoded. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((text.length - padding) * 3) / 4)
}

/** Nothing as soon as something is no padded base64, or no ASCII. */
export function asciiOfBase64(base64: string): string | undefined {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined
  const text = atob(base64)
  return /^[\0-\x7f]*$/.test(text) ? text : undefined
}
