/** Of a session's name in the name of its file, seen where it is saved. */
const maxFileNameChars = 60

/** For a file that the user saves: called after the first of the names that has letters or digits, and its day. */
export function datedFileName(names: readonly string[], at: number, extension: string): string {
  const day = new Date(at).toISOString().slice(0, 10)
  const called = names.map(plain).find((name) => name !== '')
  return `${called === undefined ? '' : `${called}-`}${day}${extension}`
}

function plain(name: string): string {
  return name
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, maxFileNameChars)
}
