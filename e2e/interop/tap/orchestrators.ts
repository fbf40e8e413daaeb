// Agents that call others through taps, each with what its calls reveal of their cause.

import { frameworks } from '../frameworks/frameworks.ts'
import type { Subject } from '../server-table.ts'
import { servers } from '../servers.ts'

export interface Orchestrator extends Subject {
  /** What its calls contain, in a sentence of the report. */
  readonly tells: string
  /** Why Parley attributes its calls to it, in the words of the map. */
  readonly reasons: readonly string[]
  /** The prompt that makes it pass a question on. */
  readonly question: string
  /** A scene that it does not support; the report names it. */
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

/** The called agents, by the orchestrators' names for them; `http`: ADK refuses a card whose address has no scheme. */
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
