// All cases, in the order of the table's rows.

import { grantCases } from './grant-cases.ts'
import { laterCases } from './later-cases.ts'
import { refusalCases } from './refusal-cases.ts'
import type { SignInCase } from './seat.ts'

export const signInCases: readonly SignInCase[] = [...grantCases, ...laterCases, ...refusalCases]
