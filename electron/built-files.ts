import { join } from 'node:path'

/** What the engine reads of what was built beside a program; `programs` is the folder of that program. */
export function builtFiles(programs: string) {
  return {
    pageFolder: join(programs, '..', 'renderer', 'share'),
    suitesFolder: join(programs, 'suites'),
    tapThread: join(programs, 'tap-thread.js'),
  } as const
}
