/** A name somebody gave, as text of HTML. */
export function visibleTitle(name: string): string {
  return name.replace(/[<>&"'\p{Cc}\p{Cf}]/gu, (char) => `&#${char.codePointAt(0)};`)
}
