// How a value is spelled where a program repeats it. What only escapes characters is undone in the text instead
// (`unescaped.ts`); here is what makes another text of it.

export interface Spellings {
  /** Those that read as the value. */
  readonly plain: ReadonlySet<string>
  /** Those that it lies in packed. */
  readonly packed: ReadonlySet<string>
}

export function spellingsOf(value: string): Spellings {
  const escaped = new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ])
  // As bytes are searched: a character for each of UTF-8. Forms write a space as a plus.
  const latin1 = Buffer.from(value).toString('latin1')
  return {
    plain: new Set([value, latin1, value.replaceAll(' ', '+'), latin1.replaceAll(' ', '+')]),
    packed: new Set([...escaped].flatMap((each) => packings(Buffer.from(each)))),
  }
}

function packings(bytes: Buffer): readonly string[] {
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((before) => base64Of(bytes, before))]
}

/** The characters that say nothing but the value, with so many bytes (modulo three) before it and any after. */
function base64Of(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
  const from = Math.ceil((before * 8) / 6)
  const to = Math.floor((whole.length * 8) / 6)
  return (['base64', 'base64url'] as const).map((form) => whole.toString(form).slice(from, to))
}
