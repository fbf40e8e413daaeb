import { TaskState } from '@a2a-js/sdk'
import { TRAINS } from '../files/trains.ts'
import { dataPart, type Scene } from '../scene.ts'

export const CURRENCY_EXTENSION = 'https://parley-demo.example/extensions/currency/v1'

const PER_EUR: Readonly<Record<string, number>> = { EUR: 1, JPY: 164, GBP: 0.84, USD: 1.1 }
const DEFAULT_CURRENCY = 'JPY'

export const prices: Scene = {
  id: 'prices',
  name: 'Use an extension',
  description:
    `Needs the extension ${CURRENCY_EXTENSION} to be activated, and says how when it is not. ` +
    'The message may carry {"currency":"GBP"} in its metadata under that URI.',
  tags: ['extensions'],
  prompts: ['Show the prices in yen'],
  matches: /\bprices?\b/i,
  extension: CURRENCY_EXTENSION,
  outputModes: ['application/json'],
  async run(stage) {
    if (!stage.isActive(CURRENCY_EXTENSION)) {
      stage.reply(
        'I can only do that with my currency extension. Send this again with the header ' +
          `"A2A-Extensions: ${CURRENCY_EXTENSION}" (in A2A 0.3 the header is "X-A2A-Extensions").`,
      )
      return
    }
    const currency = requestedCurrency(stage.message.metadata?.[CURRENCY_EXTENSION])
    const rate = PER_EUR[currency] ?? 1
    stage.open()
    await stage.beat(3)
    stage.artifact(
      {
        id: 'prices',
        name: `Prices in ${currency}`,
        extensions: [CURRENCY_EXTENSION],
        metadata: { [CURRENCY_EXTENSION]: { currency, perEur: rate } },
      },
      [
        dataPart({
          currency,
          prices: TRAINS.map(({ train, forTwoEur }) => ({
            train,
            forTwo: Math.round(forTwoEur * rate * 100) / 100,
          })),
        }),
      ],
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}

function requestedCurrency(settings: unknown): string {
  const requested =
    settings !== null && typeof settings === 'object' && 'currency' in settings && settings.currency
  return typeof requested === 'string' && Object.hasOwn(PER_EUR, requested) ? requested : DEFAULT_CURRENCY
}
