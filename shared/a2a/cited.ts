import type { Finding } from './finding.ts'

/** The citation of a finding: A2A by its version alone, another document by its name. */
export function cited({ version, section }: Finding['spec']): string {
  const document = /^\d/.test(version) ? `A2A ${version}` : version
  return section === '' ? document : `${document} §${section}`
}
