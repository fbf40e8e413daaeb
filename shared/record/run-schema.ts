import { z } from 'zod'
import { maxInRun } from '../bounded.ts'
import type { Immutable } from '../defined.ts'
import { count } from '../schemas.ts'
import { placeSchema } from './entry.ts'

// A run as it is stored and sent to a window: its schema, apart from its readers, which need no zod.

/** Number of frames that arrived together, and when: `at` and `monoMs`. */
const arrivalTime = z.tuple([z.int().min(1), z.number(), z.number()])
export type ArrivalTime = Immutable<z.infer<typeof arrivalTime>>

/** Its place and `index` are those of the first entry; the others follow. */
export const runSchema = placeSchema
  .extend({
    kind: z.literal('run'),
    index: count,
    count: count.max(maxInRun),
    /** The text around the data of each frame. */
    wrap: z.object({ start: z.string(), end: z.string() }),
    /** The shared beginning of the data. */
    before: z.string(),
    /** The shared end of the data. */
    after: z.string(),
    /** The text in between, a line for each frame: the data of a plain frame is one line. */
    texts: z.string(),
    times: z.array(arrivalTime),
  })
  // The count decides how far a fold has read.
  .refine((run) => run.count === run.times.reduce((sum, [many]) => sum + many, 0), {
    message: 'its times are those of its frames',
  })
export type FrameRun = Immutable<z.infer<typeof runSchema>>
