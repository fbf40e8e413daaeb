import { cited } from '#shared/a2a/cited.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import type { JsonMark } from './json-editor.tsx'

export function marksOf(findings: readonly Finding[]): readonly JsonMark[] {
  return findings.map(({ pointer, severity, message, hint, spec, rule }) => ({
    at: pointer,
    severity,
    message: `${message}\n${hint}\n${cited(spec)} · ${rule}`,
  }))
}
