// Agents that ask others through taps, each with what its calls tell of what they are made for.

import { frameworks } from '../frameworks/frameworks.ts'
import type { Subject } from '../server-table.ts'
import { servers } from '../servers.ts'

export interface Orchestrator extends Subject {
  /** What its calls say, in a sentence of the report. */
  readonly tells: string
  /** Why Parley takes its calls to be its own, as the map words it. */
  readonly reasons: readonly string[]
  /** How it is told to hand a question on. */
  readonly question: string
  /** What can be asked of it besides; what it lacks is said in the report. */
  readonly lacks?: { readonly scene: string; readonly why: string }
}

export const orchestrators: readonly Orchestrator[] = [
  {
    ...subject('google-adk 2.13.0'),
    tells:
      'its calls name neither context nor task, and no trace; what it hands on whole begins with the words of the user, and a transcript follows.',
    reasons: ['inside'],
    question: 'ask trains',
  },
  {
    ...subject('a2a-python 1.3.0'),
    tells: 'its executor asks in the context that it was asked in.',
    reasons: ['context', 'inside'],
    question: 'trains: ask',
  },
  {
    ...subject('a2a-js 1.3.0'),
    tells: 'its executor sets `referenceTaskIds`.',
    reasons: ['reference', 'inside'],
    question: 'trains: ask',
  },
]

/** Those that are asked, by what the orchestrators call them; `http`: ADK takes no card with an address that has no scheme. */
export const asked: readonly (readonly [name: string, subject: Subject, flags: readonly string[]])[] = [
  ['lisbon', subject('google-adk 2.13.0'), []],
  ['trains', subject('a2a-python 1.3.0'), ['name=trains', 'http']],
  ['hotels', subject('a2a-js 1.3.0'), ['name=hotels', 'http']],
]

function subject(name: string): Subject {
  const match = [...servers, ...frameworks].find((each) => each.name === name)
  if (!match) throw new Error(`There is no ${name} in the tables.`)
  const { sources, needs } = match
  return { name, sources, needs }
}
