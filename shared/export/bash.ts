// Text in a command line of bash: it must not leave its quotes, nor reach the terminal as control characters.

export const continued = ' \\\n  '

const control = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

export function bash(text: string): string {
  if (isHarmless(text)) return `'${text.replaceAll("'", "'\\''")}'`
  const escaped = [...text].map((char) => {
    if (char === "'" || char === '\\') return `\\${char}`
    if (!control.test(char)) return char
    return encodeURIComponent(char)
      .replace(/%(..)/g, '\\x$1')
      .replace(/^[^\\]$/, (bare) => `\\x${bare.charCodeAt(0).toString(16).padStart(2, '0')}`)
  })
  return `$'${escaped.join('')}'`
}

/** Contains no control characters except line breaks. */
export function isHarmless(text: string): boolean {
  return !control.test(text.replaceAll('\n', ''))
}
