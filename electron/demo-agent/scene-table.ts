// Every scene, in the order of the cards. The first whose pattern matches the message plays.

import type { Message } from '@a2a-js/sdk'
import { type Scene, textOfParts } from './scene.ts'
import { booking } from './scenes/booking.ts'
import { account, fareWatch, flood, gate } from './scenes/long-tasks.ts'
import { prices } from './scenes/prices.ts'
import { atlantis, hello, lounge, moon, packing, partsReceived, story, ticket } from './scenes/replies.ts'
import { trip } from './scenes/trip.ts'

/** On both cards. */
export const SCENES: readonly Scene[] = [
  hello,
  story,
  trip,
  booking,
  account,
  fareWatch,
  gate,
  packing,
  prices,
  partsReceived,
  atlantis,
  moon,
  ticket,
  flood,
]

/** Added by the extended card. */
export const TRAVELLER_SCENES: readonly Scene[] = [lounge]

/** An unrecognized message gets the list of prompts, or of its parts. */
export function sceneFor(message: Message): Scene {
  const text = textOfParts(message.parts)
  const named = [...SCENES, ...TRAVELLER_SCENES].find((scene) => scene.matches.test(text))
  if (named) return named
  return message.parts.some((part) => part.content?.$case !== 'text') ? partsReceived : menu
}

const menu: Scene = {
  id: 'menu',
  name: 'What can I ask?',
  description: 'Lists the prompts.',
  tags: [],
  prompts: [],
  matches: /(?!)/,
  async run(stage) {
    const prompts = SCENES.flatMap((scene) => scene.prompts.map((prompt) => `- ${prompt}`))
    stage.reply(['I am a small concierge and know only these by heart:', ...prompts].join('\n'))
  },
}
