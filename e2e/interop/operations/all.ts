import type { Case } from './case.ts'
import { errors } from './errors.ts'
import { parts } from './parts.ts'
import { push } from './push.ts'
import { talking } from './talking.ts'
import { tasks } from './tasks.ts'

/** In the order of the report's rows. */
export const cases: readonly Case[] = [...talking, ...tasks, ...parts, ...push, ...errors]
