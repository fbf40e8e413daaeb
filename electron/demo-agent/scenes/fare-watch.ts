import { TaskState } from '@a2a-js/sdk'
import { dataPart } from '../parts.ts'
import type { Scene } from '../scene.ts'

const LOOKS = 40

export const fareWatch: Scene = {
  id: 'fare-watch',
  name: 'Watch fares',
  description: 'A long task that reports its progress. Cancel it, or leave and subscribe again.',
  tags: ['progress', 'cancel', 'subscribe'],
  prompts: ['Watch the fares to Lisbon'],
  matches: /\bwatch\b.*\bfares?\b/i,
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    stage.open()
    // A message sent meanwhile starts a new turn; it goes on where the last one was.
    const { looked = 0 } = stage.task?.metadata ?? {}
    for (let look = Number(looked) + 1; look <= LOOKS; look++) {
      await stage.beat(5)
      stage.status(TaskState.TASK_STATE_WORKING, `Look ${look} of ${LOOKS}: ${fareEur(look)} EUR`, {
        looked: look,
        progress: look / LOOKS,
      })
    }
    const fares = Array.from({ length: LOOKS }, (_, index) => fareEur(index + 1))
    stage.artifact(
      { id: 'fares', name: 'Fares seen' },
      [dataPart({ lowestEur: Math.min(...fares), highestEur: Math.max(...fares), faresEur: fares })],
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED, `The lowest fare was ${Math.min(...fares)} EUR.`)
  },
}

function fareEur(look: number): number {
  return 58 + Math.round(9 * Math.sin(look / 3)) + (look % 7 === 0 ? -6 : 0)
}
