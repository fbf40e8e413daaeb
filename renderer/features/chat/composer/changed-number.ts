import { tokensOf } from '#shared/json/json-tokens.ts'

export interface ChangedNumber {
  readonly typed: string
  readonly sent: string
}

/** The first number of a JSON text that would be sent differently, because it exceeds a double. */
export function changedNumber(text: string): ChangedNumber | undefined {
  for (const { start, end } of tokensOf(text)) {
    if (!/[-\d]/.test(text[start] ?? '')) continue
    const typed = text.slice(start, end)
    const sent = JSON.stringify(Number(typed))
    if (digitsOf(typed) !== digitsOf(sent)) return { typed, sent }
  }
  return undefined
}

/** A canonical text of a number: sign, significant digits and their position. */
function digitsOf(number: string): string | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  const counted = digits.replace(/0+$/, '')
  if (whole === '') return undefined
  if (counted === '') return '0'
  const power = Number(exponent) - fraction.length + (digits.length - counted.length)
  return `${sign}${counted}e${power}`
}
