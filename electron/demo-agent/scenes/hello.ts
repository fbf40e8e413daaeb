import type { Scene } from '../scene.ts'

export const greeting = `Hello! I am a travel concierge. Ask me for three days in Lisbon, or for a train to Porto; every prompt on my card shows something else.

To see how that works, in Parley:

- Click an event of a task to read its bytes.
- Open Console to see every request and response.
- Open Checks and run the tests, to see whether I follow A2A.`

export const hello: Scene = {
  id: 'hello',
  name: 'Say hello',
  description: 'Answers with a direct message: no task, nothing to follow.',
  tags: ['message'],
  prompts: ['Hello'],
  matches: /^(hello|hi|hey|good (morning|evening))\b/i,
  async run(stage) {
    stage.reply(greeting)
  },
}
