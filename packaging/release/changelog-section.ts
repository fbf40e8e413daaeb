export type Section =
  | { readonly kind: 'found'; readonly text: string }
  | { readonly kind: 'missing'; readonly why: string }

/** What the changelog reports of a version, for the page of its release: "## [1.2.3] - 2026-03-04" and all up to the next heading. */
export function changelogSection(changelog: string, version: string): Section {
  const lines = changelog.split(/\r?\n/)
  const start = lines.findIndex((line) => line === `## [${version}]` || line.startsWith(`## [${version}] - `))
  if (start === -1) return { kind: 'missing', why: `The changelog has no section "## [${version}] - …".` }
  const heading = lines[start] ?? ''
  if (!/\] - \d{4}-\d{2}-\d{2}$/.test(heading)) {
    return {
      kind: 'missing',
      why: `The changelog's "${heading}" has no date, as in "## [${version}] - 2026-01-31".`,
    }
  }
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('## '))
  const text = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim()
  if (text === '') return { kind: 'missing', why: `The changelog says nothing under "${heading}".` }
  return { kind: 'found', text }
}
