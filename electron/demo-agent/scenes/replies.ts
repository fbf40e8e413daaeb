import { createHash } from 'node:crypto'
import { type Part, TaskState } from '@a2a-js/sdk'
import { DEMO_TOKEN } from '../caller.ts'
import { dataPart, type Scene, textPart } from '../scene.ts'

/** Also replies to an unrecognized message with files or data. */
export const partsReceived: Scene = {
  id: 'parts-received',
  name: 'Look at what I sent',
  description: 'Lists the parts of your message as they arrived: kind, name, media type, size and SHA-256.',
  tags: ['files', 'data'],
  prompts: ['What is in my message?'],
  matches: /\bwhat is in my message\b/i,
  inputModes: ['*/*'],
  outputModes: ['text/plain', 'application/json'],
  async run(stage) {
    const received = stage.message.parts.map(describePart)
    stage.reply([
      textPart(`Your message had ${received.length} part${received.length === 1 ? '' : 's'}.`),
      dataPart({ parts: received }),
    ])
  },
}

function describePart(part: Part): Record<string, unknown> {
  const name = part.filename === '' ? {} : { filename: part.filename }
  const mediaType = part.mediaType === '' ? {} : { mediaType: part.mediaType }
  const content = part.content
  switch (content?.$case) {
    case 'text':
      return { kind: 'text', ...name, ...mediaType, ...digest(Buffer.from(content.value)) }
    case 'raw':
      return { kind: 'raw', ...name, ...mediaType, ...digest(content.value) }
    case 'url':
      return { kind: 'url', ...name, ...mediaType, url: content.value }
    case 'data':
      return { kind: 'data', ...name, ...mediaType, value: content.value }
    case undefined:
      return { kind: 'empty', ...name, ...mediaType }
  }
}

function digest(bytes: Uint8Array): { sizeBytes: number; sha256: string } {
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

export const packing: Scene = {
  id: 'packing',
  name: 'Build on an earlier task',
  description: 'Reads the tasks named in referenceTaskIds and says what it found there.',
  tags: ['reference-task-ids'],
  prompts: ['Make a packing list for that trip'],
  matches: /\bpacking list\b/i,
  outputModes: ['text/markdown'],
  async run(stage) {
    if (stage.references.length === 0) {
      const references = stage.message.referenceTaskIds.length
      stage.reply(
        references === 0
          ? 'Which trip? Plan one first, then send this with the id of its task in "referenceTaskIds".'
          : 'I know none of the tasks you referred to. Their ids must be of tasks I have worked on.',
      )
      return
    }
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Reading the earlier plan')
    await stage.beat(4)
    const lines = [
      '# Packing list\n\n',
      ...stage.references.map((task) => `For task \`${task.id}\`: ${artifactNames(task.artifacts)}\n\n`),
      '- [ ] Comfortable shoes, the hills are real\n',
      '- [ ] A light jacket for the river\n',
      '- [ ] The ticket, printed or not\n',
    ]
    stage.artifact(
      { id: 'packing', name: 'Packing list' },
      lines.map((line) => textPart(line, 'text/markdown')),
      { last: true },
    )
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}

function artifactNames(artifacts: readonly { name: string }[]): string {
  if (artifacts.length === 0) return 'it left nothing to build on.'
  return `built on ${artifacts.map(({ name }) => name).join(', ')}.`
}

const lines = [
  'Lisboa Oriente to Porto Campanha\n',
  'Coach 12, seats 41 and 43\n',
  'Departs 09:39, platform 3\n',
]

export const ticket: Scene = {
  id: 'ticket',
  name: 'Answer at once',
  description: 'A task that is completed as soon as it is asked, with an artifact in three pieces.',
  tags: ['streaming', 'artifacts'],
  prompts: ['Show me the ticket'],
  matches: /\bshow (me )?the ticket\b/i,
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING)
    for (const [index, line] of lines.entries()) {
      const position = { append: index > 0, last: index === lines.length - 1 }
      stage.artifact({ id: 'ticket', name: 'Ticket' }, [textPart(line)], position)
    }
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}

/** On the extended card only. */
export const lounge: Scene = {
  id: 'lounge',
  name: 'Find my lounge',
  description: 'For travellers with a token: this skill is on the extended card only.',
  tags: ['extended-card', 'authentication'],
  prompts: ['Which lounge may I use?'],
  matches: /\blounge\b/i,
  async run(stage) {
    stage.reply(
      stage.authenticated
        ? 'Welcome back. The lounge above platform 4 is yours until the 06:39 leaves.'
        : `Lounges are for travellers I know. Send the header "Authorization: Bearer ${DEMO_TOKEN}".`,
    )
  },
}

export const atlantis: Scene = {
  id: 'atlantis',
  name: 'Fail',
  description: 'A task that starts well and fails, with the reason in its last status.',
  tags: ['failed'],
  prompts: ['Book a ferry to Atlantis'],
  matches: /\batlantis\b/i,
  async run(stage) {
    stage.open()
    stage.status(TaskState.TASK_STATE_WORKING, 'Asking the harbour')
    await stage.beat(8)
    stage.status(
      TaskState.TASK_STATE_FAILED,
      'The harbour answered: that pier has been under water for some time.',
    )
  },
}

export const moon: Scene = {
  id: 'moon',
  name: 'Refuse',
  description: 'A task that is rejected before any work is done.',
  tags: ['rejected'],
  prompts: ['Plan a weekend on the Moon'],
  matches: /\bmoon\b/i,
  async run(stage) {
    stage.open()
    await stage.beat()
    stage.status(TaskState.TASK_STATE_REJECTED, 'I only plan trips that a train can reach.')
  },
}

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
    await stage.report({ id: 'lisbon', name: 'Lisbon in a morning' }, STORY)
    stage.status(TaskState.TASK_STATE_COMPLETED)
  },
}

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
