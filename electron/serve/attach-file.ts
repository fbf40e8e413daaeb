import { join } from 'node:path'

/** Where an open window says how processes of its user come in; there is none without a window. */
export function attachFileIn(dataDir: string): string {
  return join(dataDir, 'attach.json')
}
