import { mutantCases } from '../mutants/fault-kinds.ts'
import { cardCases } from './card-cases.ts'
import type { Case } from './case.ts'
import { objectCases } from './object-cases.ts'
import { pushCases } from './push-cases.ts'
import { securityCases } from './security-cases.ts'
import { sequenceCases } from './sequence-cases.ts'
import { traceCases } from './trace-cases.ts'
import { wireCases } from './wire-cases.ts'

export const allCases: readonly Case[] = [
  ...cardCases,
  ...securityCases,
  ...objectCases,
  ...wireCases,
  ...sequenceCases,
  ...pushCases,
  ...traceCases,
  ...mutantCases,
]
