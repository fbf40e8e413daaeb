import type { Scene } from '../scene.ts'

export const hello: Scene = {
  id: 'hello',
  name: 'Say hello',
  description: 'Answers with a direct message: no task, nothing to follow.',
  tags: ['message'],
  prompts: ['Hello'],
  matches: /^(hello|hi|hey|good (morning|evening))\b/i,
  async run(stage) {
    stage.reply(
      'Hello! I am a travel concierge. Ask me for three days in Lisbon, or for a train to Porto; every prompt on my card shows something else.',
    )
  },
}
