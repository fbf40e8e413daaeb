import { type Message, TaskState } from '@a2a-js/sdk'
import { dataPart, textOfParts, textPart } from '../parts.ts'
import type { Scene } from '../scene.ts'
import type { Stage } from '../stage.ts'
import { BOOKING_SCHEMA, type Booking, bookingFrom } from './booking-form.ts'

export const booking: Scene = {
  id: 'booking',
  name: 'Book a train',
  description:
    'Stops at input-required with a form (a data part holding a JSON Schema). Answer in the same task with a data part ' +
    'that fits it, or in words: "two, second class".',
  tags: ['input-required', 'data', 'multi-turn'],
  prompts: ['Book a train to Porto'],
  matches: /\bbook a train\b/i,
  inputModes: ['text/plain', 'application/json'],
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    stage.open()
    if (!stage.task) {
      stage.status(TaskState.TASK_STATE_WORKING, 'Looking at the timetable')
      await stage.beat(4)
      ask(stage, 'Which train shall I hold, and for how many?')
      return
    }
    const answer = bookingFrom(answerOf(stage.message), textOfParts(stage.message.parts))
    if (!answer.ok) {
      ask(stage, `Almost: ${answer.problems.join('; ')}.`)
      return
    }
    stage.status(TaskState.TASK_STATE_WORKING, 'Holding the seats')
    await stage.beat(8)
    stage.artifact({ id: 'booking', name: 'Booking' }, [dataPart(confirmation(answer.booking))], {
      last: true,
    })
    stage.status(TaskState.TASK_STATE_COMPLETED, `Held: ${answer.booking.train}, see you on the platform.`)
  },
}

function ask(stage: Stage, question: string): void {
  stage.status(TaskState.TASK_STATE_INPUT_REQUIRED, [
    textPart(question),
    dataPart(BOOKING_SCHEMA, 'application/schema+json'),
  ])
}

function answerOf(message: Message): unknown {
  const filled = message.parts.find((part) => part.content?.$case === 'data')
  return filled?.content?.value
}

function confirmation(booking: Booking): Record<string, unknown> {
  const perSeatEur = booking.class === 'first' ? 42 : 29
  return {
    ...booking,
    from: 'Lisboa Santa Apolonia',
    to: 'Porto Campanha',
    seats: Array.from({ length: booking.travellers }, (_, index) => `4-${21 + index}`),
    totalEur: perSeatEur * booking.travellers,
    reference: 'PRL-7F3A',
  }
}
