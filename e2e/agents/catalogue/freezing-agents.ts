// Agents whose content takes a browser seconds, minutes or forever to draw. Each card is an agent; one agent has all answers,
// chosen by the message.

import { freezingAnswers } from '../freezing/answers.ts'
import { freezingCards } from '../freezing/cards.ts'
import { byWord, direct } from '../scripts.ts'
import { type NamedAgent, named } from './named-agent.ts'

const names = Object.keys(freezingAnswers).join(', ')

export const freezingAgents: readonly NamedAgent[] = [
  named('freezing', '§9.5', `Answers with what holds a window; say which: ${names}`, {
    dialect: '1.0',
    script: byWord(freezingAnswers, direct(`Say one of these: ${names}`)),
  }),
  ...Object.entries(freezingCards).map(([name, members]) =>
    named(`freezing-card-${name}`, '§1.2', `Has a card that holds a window: ${name.replaceAll('-', ' ')}`, {
      dialect: '1.0',
      card: (plain) => ({ ...plain, ...members() }),
    }),
  ),
]
