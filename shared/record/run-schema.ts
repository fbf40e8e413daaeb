import { z } from 'zod'
import { maxInRun } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { count } from '../schemas.ts'
import { placeSchema } from './entry.ts'

// A run as it is kept, and as it crosses to a window: its shape, apart from what reads it, which needs no zod.

/** How many arrived at once, and when: `at` and `monoMs`. */
const arrivalTime = z.tuple([z.int().min(1), z.number(), z.number()])
export type ArrivalTime = Immutable<z.infer<typeof arrivalTime>>

/** Its place is that of the first entry, as is `index`; the others count on from there. */
export const runSchema = placeSchema
  .extend({
    kind: z.literal('run'),
    index: count,
    count: count.max(maxInRun),
    /** What stands around the data of each. */
    wrap: z.object({ start: z.string(), end: z.string() }),
    /** What the data of each begins with. */
    before: z.string(),
    /** What the data of each ends with. */
    after: z.string(),
    /** What stands between, a line each: the data of a plain frame is one line. */
    texts: z.string(),
    times: z.array(arrivalTime),
  })
  // The count decides how far a fold has come.
  .refine((run) => run.count === run.times.reduce((sum, [many]) => sum + many, 0), {
    message: 'its times are those of its frames',
  })
export type FrameRun = Immutable<z.infer<typeof runSchema>>
