import { secretMarkPattern } from '#shared/record/secret-mark.ts'
import type { Masking } from './body-lines.ts'

/** The opposite of masking: what is still known is put back, for who asked for it. */
export function revealing(reveal: (secretId: string) => string | undefined): Masking {
  const text = (masked: string) =>
    masked.replace(secretMarkPattern, (mark: string, id: string) => reveal(id) ?? mark)
  return {
    text,
    bytes(bytes) {
      const masked = bytes.toString('latin1')
      const told = text(masked)
      return told === masked ? bytes : Buffer.from(told, 'latin1')
    },
  }
}
