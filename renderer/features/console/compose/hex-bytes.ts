// Bytes as one writes them: pairs of hexadecimal digits, with any space between.

/** Undefined when something else stands there. */
export function bytesOfHex(hex: string): Uint8Array | undefined {
  const digits = hex.replace(/\s+/g, '')
  if (digits.length % 2 !== 0 || /[^0-9a-f]/i.test(digits)) return undefined
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export function hexOfBytes(bytes: Uint8Array): string {
  const pairs = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return pairs
    .map((pair, index) => (index % 16 === 15 ? `${pair}\n` : `${pair} `))
    .join('')
    .trimEnd()
}
