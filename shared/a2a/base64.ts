// Base64 of text whose characters are bytes, and of ASCII back, without a platform's help: this folder runs everywhere.

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const valueOfDigit = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]))
const pieceChars = 3 * 8192

export function base64OfAscii(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at += 3) {
    const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)]
    const bits = (a << 16) | ((b || 0) << 8) | (c || 0)
    out += digits.charAt(bits >> 18) + digits.charAt((bits >> 12) & 63)
    out += at + 1 < text.length ? digits.charAt((bits >> 6) & 63) : '='
    out += at + 2 < text.length ? digits.charAt(bits & 63) : '='
  }
  return out
}

/** What a base64 text comes to, decoded. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.floor(((text.length - padding) * 3) / 4)
}

/** Nothing as soon as something is no padded base64, or no ASCII. */
export function asciiOfBase64(base64: string): string | undefined {
  if (base64.length % 4 !== 0) return undefined
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0
  const length = (base64.length / 4) * 3 - padding
  let [out, codes]: [string, number[]] = ['', []]
  for (let at = 0; at < base64.length; at += 4) {
    const bits = groupAt(base64, at)
    if (bits === undefined) return undefined
    for (const code of [bits >> 16, (bits >> 8) & 255, bits & 255]) {
      if (code > 127) return undefined
      codes.push(code)
    }
    if (codes.length < pieceChars) continue
    out += String.fromCharCode(...codes)
    codes = []
  }
  return (out + String.fromCharCode(...codes)).slice(0, length)
}

function groupAt(base64: string, at: number): number | undefined {
  let bits = 0
  for (let index = at; index < at + 4; index++) {
    const isPadding = base64[index] === '=' && index >= base64.length - 2
    const value = isPadding ? 0 : valueOfDigit.get(base64.charCodeAt(index))
    if (value === undefined) return undefined
    bits = (bits << 6) | value
  }
  return bits
}
