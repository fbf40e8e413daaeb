import { join } from 'node:path'

/** Built files that the engine needs; `programs` is the folder of the running program. */
export function builtFiles(programs: string) {
  return {
    pageFolder: join(programs, '..', 'renderer', 'share'),
    suitesFolder: join(programs, 'suites'),
    tapThread: join(programs, 'tap-thread.js'),
  } as const
}
