// Base64 of either alphabet to text, without a platform's help: this folder runs everywhere. For short texts.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

export function decodeBase64Text(base64: string): string | undefined {
  const digits = base64
    .replace(/={1,2}$/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  if (digits.length % 4 === 1) return undefined
  let bits = 0
  let held = 0
  let escaped = ''
  for (const digit of digits) {
    const value = alphabet.indexOf(digit)
    if (value < 0) return undefined
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held < 8) continue
    held -= 8
    escaped += `%${((bits >> held) & 0xff).toString(16).padStart(2, '0')}`
  }
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}
