import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnyAnswer,
  type Headers,
  type MessageToSend,
  streamLegacyRest,
  streamLegacyRpc,
  streamRest,
  streamRpc,
} from '#testing/demo-agent/call.ts'
import { sdkClient, streamSdk } from '#testing/demo-agent/sdk-client.ts'
import { digest, traceOf } from '#testing/demo-agent/trace.ts'
import { drawMap } from './files/pictures.ts'
import { CURRENCY_EXTENSION } from './scenes/prices.ts'
import { greeting } from './scenes/replies.ts'
import { type DemoAgent, startDemoAgent } from './start.ts'

let agent: DemoAgent
let earlierTaskId: string

beforeAll(async () => {
  agent = await startDemoAgent({ stepMs: 0 })
  const [first] = await Array.fromAsync(streamRpc(agent.url, { text: 'Three days in Lisbon' }))
  earlierTaskId = first.task.id
})
afterAll(() => agent.close())

type Stream = (message: MessageToSend, headers: Headers) => AsyncGenerator<AnyAnswer>

const viaSdk = (binding: string, version: string): Stream =>
  async function* (message, headers) {
    yield* streamSdk(await sdkClient(agent.url, binding, version), message, headers)
  }

interface Binding {
  readonly name: string
  readonly stream: Stream
  /** What this combination of version and binding can't carry. */
  readonly loses?: readonly ('filenames' | 'references' | 'append')[]
}

const BINDINGS: readonly Binding[] = [
  { name: '1.0 JSON-RPC', stream: (message, headers) => streamRpc(agent.url, message, headers) },
  { name: '1.0 HTTP+JSON', stream: (message, headers) => streamRest(agent.url, message, headers) },
  { name: '0.3 JSON-RPC', stream: (message, headers) => streamLegacyRpc(agent.url, message, headers) },
  {
    name: '0.3 HTTP+JSON',
    stream: (message, headers) => streamLegacyRest(agent.url, message, headers),
    loses: ['filenames', 'references'],
  },
  { name: '1.0 JSON-RPC, SDK client', stream: viaSdk('JSONRPC', '1.0') },
  { name: '1.0 gRPC, SDK client', stream: viaSdk('GRPC', '1.0') },
  {
    name: '0.3 gRPC, SDK client',
    stream: viaSdk('GRPC', '0.3'),
    loses: ['filenames', 'references', 'append'],
  },
]

const FORM =
  '{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{' +
  '"class":{"default":"second","enum":["second","first"],"title":"Class","type":"string"},' +
  '"train":{"default":"IC 523","enum":["IC 523","AP 181","IC 525"],"title":"Train","type":"string"},' +
  '"travellers":{"default":2,"maximum":6,"minimum":1,"title":"Travellers","type":"integer"}},' +
  '"required":["train","travellers"],"title":"Your train to Porto","type":"object"}'

interface Turn {
  readonly message: MessageToSend
  readonly headers?: Headers
  readonly lines: readonly string[]
}

interface Script {
  readonly name: string
  readonly needs?: 'references'
  /** Lazy, as some quote an id that exists only once the agent runs. */
  readonly turns: () => readonly Turn[]
}

const SCRIPTS: readonly Script[] = [
  {
    name: 'hello is answered by a message',
    turns: () => [
      {
        message: { text: 'hello' },
        lines: [`message ${greeting}`],
      },
    ],
  },
  {
    name: 'a trip has eight artifacts',
    turns: () => [
      {
        message: { text: 'Three days in Lisbon for two, by train where possible' },
        lines: [
          'task submitted',
          'status working: Comparing trains',
          'artifact options. {"trains":[' +
            '{"arrives":"09:18","changes":0,"forTwoEur":58,"leaves":"06:39","train":"IC 523"},' +
            '{"arrives":"09:30","changes":0,"forTwoEur":84,"leaves":"07:00","train":"AP 181"},' +
            '{"arrives":"12:48","changes":1,"forTwoEur":52,"leaves":"09:39","train":"IC 525"}]}',
          'artifact itinerary # Three days in Lisbon',
          'artifact itinerary+ ## Day 1: Alfama on foot',
          'artifact itinerary+ - **09:30** Arrive Santa Apolonia, leave bags at the station',
          'artifact itinerary+ - **11:00** Miradouro das Portas do Sol, then down through the lanes',
          'artifact itinerary+ - **13:00** Lunch at the riverside; tram 28 back before the crowd',
          'artifact itinerary+ ## Day 2: Belem by the river',
          'artifact itinerary+ - **09:00** Train along the water, ten minutes',
          'artifact itinerary+ - **10:00** Tower and monastery, *before* the coaches',
          'artifact itinerary+ - **16:00** Custard tarts, still warm',
          'artifact itinerary+ ## Day 3: Sintra and home',
          'artifact itinerary+ - **08:40** Train to Sintra, 40 minutes',
          'artifact itinerary+ - **18:30** Evening train north',
          'artifact itinerary+. | For two | EUR |\n|---|---:|\n| Trains | 142 |\n| Rooms | 420 |\n| Meals | 260 |\n| **Total** | **822** |',
          'status working: Drawing the map and printing the ticket',
          `artifact map. [lisbon-map.png image/png ${digest(drawMap())}]`,
          'artifact ticket. [ticket.pdf application/pdf 65ac3151]',
          'artifact budget. [budget.csv text/csv a48c39d2]',
          'artifact chime. [chime.wav audio/wav 0760a420]',
          'artifact postcard. [postcard.html text/html 08a97b44]',
          'artifact timetable. <timetable.csv text/csv /files/timetable.csv>',
          'status completed: Have a good journey.',
        ],
      },
    ],
  },
  {
    name: 'a booking asks, and asks again, and goes on in the same task',
    turns: () => [
      {
        message: { text: 'Book a train to Porto' },
        lines: [
          'task submitted',
          'status working: Looking at the timetable',
          `status input-required: Which train shall I hold, and for how many? | ${FORM}`,
        ],
      },
      {
        message: { data: { train: 'IC 1', travellers: 2 } },
        lines: [
          'task working',
          `status input-required: Almost: "train" must be one of the trains listed. | ${FORM}`,
        ],
      },
      {
        message: { data: { train: 'AP 181', travellers: 3, class: 'first' } },
        lines: [
          'task working',
          'status working: Holding the seats',
          'artifact booking. {"class":"first","from":"Lisboa Santa Apolonia","reference":"PRL-7F3A",' +
            '"seats":["4-21","4-22","4-23"],"to":"Porto Campanha","totalEur":126,"train":"AP 181","travellers":3}',
          'status completed: Held: AP 181, see you on the platform.',
        ],
      },
    ],
  },
  {
    name: 'a packing list builds on the tasks referred to',
    needs: 'references',
    turns: () => [
      {
        message: { text: 'Make a packing list for that trip', referenceTaskIds: [earlierTaskId] },
        lines: [
          'task submitted',
          'status working: Reading the earlier plan',
          'artifact packing. # Packing list | ' +
            `For task \`${earlierTaskId}\`: built on Options, Itinerary, Map of the walk, Ticket, Budget, Station chime, Postcard, Timetable. | ` +
            '- [ ] Comfortable shoes, the hills are real | - [ ] A light jacket for the river | - [ ] The ticket, printed or not',
          'status completed',
        ],
      },
    ],
  },
  {
    name: 'a packing list without a reference asks for one',
    turns: () => [
      {
        message: { text: 'Make a packing list for that trip' },
        lines: [
          'message Which trip? Plan one first, then send this with the id of its task in "referenceTaskIds".',
        ],
      },
    ],
  },
  {
    name: 'prices need the extension and say so',
    turns: () => [
      {
        message: { text: 'Show the prices in yen' },
        lines: [
          `message I can only do that with my currency extension. Send this again with the header "A2A-Extensions: ${CURRENCY_EXTENSION}" (in A2A 0.3 the header is "X-A2A-Extensions").`,
        ],
      },
    ],
  },
  {
    name: 'prices with the extension',
    turns: () => [
      {
        message: { text: 'Show the prices', metadata: { [CURRENCY_EXTENSION]: { currency: 'USD' } } },
        headers: { 'A2A-Extensions': CURRENCY_EXTENSION, 'X-A2A-Extensions': CURRENCY_EXTENSION },
        lines: [
          'task submitted',
          'artifact prices. {"currency":"USD","prices":[{"forTwo":63.8,"train":"IC 523"},' +
            '{"forTwo":92.4,"train":"AP 181"},{"forTwo":57.2,"train":"IC 525"}]}',
          'status completed',
        ],
      },
    ],
  },
  {
    name: 'a failure says why',
    turns: () => [
      {
        message: { text: 'Book a ferry to Atlantis' },
        lines: [
          'task submitted',
          'status working: Asking the harbour',
          'status failed: The harbour answered: that pier has been under water for some time.',
        ],
      },
    ],
  },
  {
    name: 'a rejection comes before any work',
    turns: () => [
      {
        message: { text: 'Plan a weekend on the Moon' },
        lines: ['task submitted', 'status rejected: I only plan trips that a train can reach.'],
      },
    ],
  },
  {
    name: 'parts are described as they arrived',
    turns: () => [
      {
        message: { text: 'What is in my message?', data: { seats: [1, 2] } },
        lines: [
          'message Your message had 2 parts. | {"parts":[' +
            '{"kind":"text","sha256":"00fa17f41c9538a8becdcaa53db67b28e12c59ac3e6909f5ed93d7ad937df344","sizeBytes":22},' +
            '{"kind":"data","value":{"seats":[1,2]}}]}',
        ],
      },
    ],
  },
]

describe.each(BINDINGS)('over $name', ({ stream, loses = [] }) => {
  const carried = SCRIPTS.filter(({ needs }) => needs === undefined || !loses.includes(needs))

  it.each(carried)('$name', async ({ turns }) => {
    let taskId: string | undefined
    for (const { message, headers = {}, lines } of turns()) {
      const events = await Array.fromAsync(stream(taskId ? { ...message, taskId } : message, headers))
      expect(events.map(traceOf)).toEqual(lines.map((line) => without(loses, line)))
      taskId ??= events[0]?.task?.id ?? events[0]?.id
    }
  })
})

function without(loses: NonNullable<Binding['loses']>, line: string): string {
  const unnamed = loses.includes('filenames') ? line.replace(/ ([[<])\S+\.\w+ /, ' $1undefined ') : line
  return loses.includes('append') ? unnamed.replace(/^(artifact \w+)\+/, '$1') : unnamed
}
