// An earlier report: what it has as failed is known, and fails no run.

import { z } from 'zod'
import { transportOf } from '#shared/checks/reports/acts.ts'
import type { CheckRun } from '#shared/checks/run.ts'
import { type IsKnown, versionOf } from '#shared/checks/summary.ts'
import { parsedJson } from '#shared/json/parsed-json.ts'
import { readInputFile } from '../read-input.ts'
import { WrongUsage } from '../verb.ts'

/** Of an earlier report that --baseline names; refused. */
const maxBaselineBytes = 64_000_000

const reportSchema = z.object({
  acts_version: z.string(),
  spec_version: z.string(),
  transport: z.string(),
  suites: z.array(z.object({ tests: z.array(z.object({ id: z.string(), result: z.string() })) })),
})

export function readBaseline(
  path: string,
  text = readInputFile(path, maxBaselineBytes).toString('utf8'),
): (run: CheckRun) => IsKnown {
  const read = z
    .union([z.array(reportSchema), reportSchema.transform((one) => [one])])
    .safeParse(parsedJson(text))
  if (!read.success) throw new WrongUsage(`${path} isn’t an ACTS report as --json writes it.`)
  const known = new Set(
    read.data.flatMap(({ spec_version, transport, suites }) =>
      suites.flatMap(({ tests }) =>
        tests.flatMap(({ id, result }) =>
          result === 'fail' || result === 'error' ? [`${spec_version} ${transport} ${id}`] : [],
        ),
      ),
    ),
  )
  return ({ ways }) =>
    ({ testId, way }) => {
      const own = ways[way]
      return own !== undefined && known.has(`${versionOf(own)} ${transportOf[own.binding]} ${testId}`)
    }
}
