import { guarded } from '#engine/platform/guarded.ts'
import { verbExitCodes } from './cli/exit-codes.ts'

/** Awaits the work of a process. Node exits with 0 once nothing is pending, even if the work never settles: that is a failure. */
export async function requireSettled<T>(name: string, work: Promise<T>): Promise<T> {
  const fail = () => process.exit(verbExitCodes.failed)
  const report = () => {
    process.stderr.write(
      `${name} stopped before it was done: an internal error in Parley. Nothing was left to wait for.\n`,
    )
    fail()
  }
  const onDry = guarded('process out of work', report, fail)
  process.once('beforeExit', onDry)
  try {
    return await work
  } finally {
    process.off('beforeExit', onDry)
  }
}
