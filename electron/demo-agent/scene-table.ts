// Every scene, in the order the card lists them. The first whose pattern fits the message plays.

import type { Message } from '@a2a-js/sdk'
import { textOf } from './parts.ts'
import type { Scene } from './scene.ts'
import { hello } from './scenes/hello.ts'
import { partsReceived } from './scenes/parts-received.ts'
import { story } from './scenes/story.ts'

export const SCENES: readonly Scene[] = [hello, story, partsReceived]

/** A message that asks for nothing known gets the list of what can be asked, or of the parts it carried. */
export function sceneFor(message: Message): Scene {
  const text = textOf(message.parts)
  const asked = SCENES.find((scene) => scene.matches.test(text))
  if (asked) return asked
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
