import { TaskState } from '@a2a-js/sdk'
import { beep, drawMap } from '../files/pictures.ts'
import { ticketPdf } from '../files/ticket-pdf.ts'
import { csv, postcardHtml, TRAINS } from '../files/trains.ts'
import { dataPart, rawPart, type Scene, textPart, urlPart } from '../scene.ts'

const ITINERARY = [
  '# Three days in Lisbon\n\n',
  '## Day 1: Alfama on foot\n\n',
  '- **09:30** Arrive Santa Apolonia, leave bags at the station\n',
  '- **11:00** Miradouro das Portas do Sol, then down through the lanes\n',
  '- **13:00** Lunch at the riverside; tram 28 back before the crowd\n\n',
  '## Day 2: Belem by the river\n\n',
  '- **09:00** Train along the water, ten minutes\n',
  '- **10:00** Tower and monastery, *before* the coaches\n',
  '- **16:00** Custard tarts, still warm\n\n',
  '## Day 3: Sintra and home\n\n',
  '- **08:40** Train to Sintra, 40 minutes\n',
  '- **18:30** Evening train north\n\n',
  '| For two | EUR |\n|---|---:|\n| Trains | 142 |\n| Rooms | 420 |\n| Meals | 260 |\n| **Total** | **822** |\n',
] as const

const BUDGET = [
  ['trains', 142],
  ['rooms', 420],
  ['meals', 260],
] as const

export const trip: Scene = {
  id: 'trip',
  name: 'Plan a trip',
  description:
    'One task, eight artifacts: a Markdown itinerary that streams, a table as data, a PNG map, a PDF ticket, a CSV, ' +
    'a sound, an HTML page and a file by URL.',
  tags: ['artifacts', 'files', 'data'],
  prompts: ['Three days in Lisbon for two, by train where possible'],
  matches: /\b(three days|itinerary)\b/i,
  outputModes: [
    'text/markdown',
    'application/json',
    'image/png',
    'application/pdf',
    'text/csv',
    'audio/wav',
    'text/html',
  ],
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Comparing trains')
    await stage.beat(6)
    stage.artifact({ id: 'options', name: 'Options' }, [dataPart({ trains: TRAINS })], { last: true })

    const itinerary = { id: 'itinerary', name: 'Itinerary', description: 'Three days, hour by hour' }
    for (const [index, line] of ITINERARY.entries()) {
      stage.artifact(itinerary, [textPart(line, 'text/markdown')], {
        append: index > 0,
        last: index === ITINERARY.length - 1,
      })
      await stage.beat(3)
    }

    stage.status(TaskState.TASK_STATE_WORKING, 'Drawing the map and printing the ticket')
    for (const { id, name, part } of papers(stage.origin)) {
      stage.artifact({ id, name }, [part], { last: true })
      await stage.beat(4)
    }
    stage.status(TaskState.TASK_STATE_COMPLETED, 'Have a good journey.')
  },
}

let map: Buffer | undefined

function papers(origin: string) {
  // Constant, so it is drawn on first use.
  map ??= drawMap()
  const ticket = ticketPdf({
    title: 'Lisbon, two travellers',
    lines: [
      'Train     IC 523',
      'Leaves    06:39',
      'Arrives   09:18 Santa Apolonia',
      'Seats     21 and 22, coach 4',
    ],
  })
  return [
    {
      id: 'map',
      name: 'Map of the walk',
      part: rawPart(map, { filename: 'lisbon-map.png', mediaType: 'image/png' }),
    },
    {
      id: 'ticket',
      name: 'Ticket',
      part: rawPart(ticket, { filename: 'ticket.pdf', mediaType: 'application/pdf' }),
    },
    {
      id: 'budget',
      name: 'Budget',
      part: rawPart(Buffer.from(csv(['item', 'eur'], BUDGET)), {
        filename: 'budget.csv',
        mediaType: 'text/csv',
      }),
    },
    {
      id: 'chime',
      name: 'Station chime',
      part: rawPart(beep(), { filename: 'chime.wav', mediaType: 'audio/wav' }),
    },
    {
      id: 'postcard',
      name: 'Postcard',
      part: rawPart(Buffer.from(postcardHtml()), { filename: 'postcard.html', mediaType: 'text/html' }),
    },
    {
      id: 'timetable',
      name: 'Timetable',
      part: urlPart(`${origin}/files/timetable.csv`, { filename: 'timetable.csv', mediaType: 'text/csv' }),
    },
  ]
}
