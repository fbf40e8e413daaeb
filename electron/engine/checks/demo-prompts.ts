// Prompts for which Parley’s own demo agent does what tests need.

import type { Prompts } from '#shared/checks/behaviors.ts'

const trip = 'Three days in Lisbon for two, by train where possible'
const flood = { prompt: 'Flood me with 20 events' }
const fares = { prompt: 'Watch the fares to Lisbon' }
export const demoPrompts: Prompts = {
  'tck-complete-task': flood,
  'tck-message-response': { prompt: 'Hello' },
  'tck-artifact-text': flood,
  'tck-artifact-file': { prompt: trip },
  'tck-artifact-file-url': { prompt: trip },
  'tck-artifact-data': { prompt: trip },
  'tck-input-required': { prompt: 'Book a train to Porto' },
  'tck-multi-turn': { prompt: 'Book a train to Porto', answer: 'two, second class' },
  'tck-auth-required': { prompt: 'Charge the tickets to my travel account' },
  'tck-long-running': fares,
  'tck-cancel': fares,
  'tck-stream-basic': flood,
  'tck-stream-chunked': flood,
  'tck-task-failure': { prompt: 'Book a ferry to Atlantis' },
  'tck-reject-task': { prompt: 'Plan a weekend on the Moon' },
}
