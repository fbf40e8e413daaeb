import { TaskState } from '@a2a-js/sdk'
import type { Scene } from '../scene.ts'

const STORY =
  'Lisbon wakes slowly. The first tram climbs to Graca before the shops open, and the river is still the colour of ' +
  'tin. By nine the bakeries of Alfama have sold their first trays, and the whole hill smells of cinnamon. Walk down ' +
  'rather than up: every lane ends at the water, and the ferries to Cacilhas leave every twenty minutes. Come back at ' +
  'dusk, when the tiles give back the heat of the day and somebody, somewhere, begins to sing.'

export const story: Scene = {
  id: 'story',
  name: 'Describe a city',
  description: 'A task whose text artifact grows word by word while you watch.',
  tags: ['streaming', 'text'],
  prompts: ['Tell me about Lisbon'],
  matches: /\b(tell me about|describe)\b/i,
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Remembering Lisbon')
    await stage.beat()
    await stage.tell({ id: 'lisbon', name: 'Lisbon in a morning' }, STORY)
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}
