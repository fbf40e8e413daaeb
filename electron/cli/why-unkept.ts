import type { Engine } from '#engine/engine.ts'

/** Why what is recorded is lost when the process ends; undefined where it is kept. */
export function whyUnkept({ record }: Pick<Engine, 'record'>): string | undefined {
  record.flush()
  return record.status().problem?.cause
}
