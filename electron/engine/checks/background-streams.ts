// Streams of a test that go on while its next steps are made.

import { isDeepStrictEqual } from 'node:util'
import type { AwaitStep, OpenStep } from '#shared/checks/steps.ts'
import { defined } from '#shared/defined.ts'
import type { Answer } from './answer.ts'
import type { Asked } from './ask.ts'
import { BadStep } from './bad-step.ts'
import { brokenOff, Failed, type Held, holdStream } from './hold.ts'
import { plain } from './plain.ts'
import { hasEnded } from './setup.ts'

interface Stream {
  readonly asked: Asked
  answer?: Answer
}

export class BackgroundStreams {
  readonly #streams = new Map<string, Stream>()

  add(stepId: string, asked: Asked): void {
    const stream: Stream = { asked }
    this.#streams.set(stepId, stream)
    void asked.answer.then((answer) => {
      stream.answer = answer
    })
  }

  ended(stepId: string): Promise<Answer> {
    return this.#of(stepId).asked.answer
  }

  hold(step: AwaitStep, held: Held): void {
    if (held.answer.broken) throw brokenOff(held.answer.broken)
    if (step.expect_stream) holdStream(step.expect_stream, held)
    const like = step['x-ends-like']
    if (like !== undefined) holdEndsLike(held, this.#of(like).answer, like)
  }

  holdOpen(step: OpenStep): void {
    const { asked, answer } = this.#of(step['x-still-open'])
    if (!answer) return
    const { exchangeId } = asked
    if (answer.broken) throw brokenOff(answer.broken)
    if (hasEnded(answer.events?.at(-1)?.json))
      throw new BadStep('inconclusive', 'The task has ended, so its stream had to end, too.', {
        isChance: true,
      })
    throw new Failed({ message: 'The agent has closed the stream.', stepId: step.id, exchangeId })
  }

  /** After all of them were stopped. */
  async end(): Promise<void> {
    await Promise.all([...this.#streams.values()].map(({ asked }) => asked.answer))
  }

  #of(stepId: string): Stream {
    const stream = this.#streams.get(stepId)
    if (!stream) throw new BadStep('inconclusive', `No step “${stepId}” runs in the background.`)
    return stream
  }
}

/** Streams begin where each was opened, so only what both brought after their first event is compared. */
function holdEndsLike({ stepId, answer }: Held, other: Answer | undefined, named: string): void {
  const [own, others] = [answer.events ?? [], other?.events ?? []]
  const count = Math.min(own.length, others.length) - 1
  if (count < 1)
    throw new BadStep(
      'inconclusive',
      'One of the streams has no events after its first, so nothing was compared.',
      { isChance: true },
    )
  for (let fromEnd = count; fromEnd > 0; fromEnd -= 1) {
    const [one, two] = [own.at(-fromEnd), others.at(-fromEnd)]
    if (isDeepStrictEqual(plain(one?.json), plain(two?.json))) continue
    const message = `Event ${own.length - fromEnd + 1} is another than in the stream “${named}”.`
    const { exchangeId } = answer
    throw new Failed({ message, stepId, exchangeId, ...defined({ seq: one?.seq }) })
  }
}
