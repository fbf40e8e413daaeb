// The cases for each interface of a framework agent, with the expected text in the chat.

import type { Part } from '#shared/a2a/model.ts'
import { expect, Mismatch, NotInVersion, NotOnTheCard, present } from '../verdict.ts'
import { type Seat, startTalk, type Talk } from './talk.ts'

export interface FrameworkCase {
  readonly name: string
  /** Name of its capture, if it differs. */
  readonly capture?: string
  /** The wire contains addresses of this run. */
  readonly notKept?: true
  run(seat: Seat): Promise<void>
}

/** The text of servers/lisbon-python/lisbon.py. */
const first = 'Lisbon is a city on the river Tagus. The hills, the trams, ha ha, and the the light.'
const second = 'The second answer: Porto is on the Douro, yes yes, and the the wine.'
const begun = 'Lisbon is a'
const why = 'the model broke off'
const question = 'Tell me of Lisbon'

export const frameworkCases: readonly FrameworkCase[] = [
  { name: 'send', run: (seat) => said(seat, false) },
  { name: 'stream', run: (seat) => said(seat, true) },
  {
    name: 'second turn',
    capture: 'second-turn',
    async run(seat) {
      const talk = startTalk(seat)
      await talk.say({ text: question, stream: true })
      const contextId = await talk.contextId()
      await talk.say({ text: 'And Porto?', stream: true, contextId })
      const chat = await talk.chat()
      expect([times(chat, first), times(chat, second)], [1, 1], 'how often each answer is read')
      expect(chat.filter((block) => block.startsWith('You')).length, 2, 'the questions in the conversation')
    },
  },
  {
    name: 'get',
    run: (seat) => movesNothing(seat, (agentId, taskId) => seat.window.client.tasks.get({ agentId, taskId })),
  },
  {
    name: 'list',
    run: (seat) =>
      movesNothing(seat, async (agentId, _taskId, contextId) => {
        const listed = seat.window.client.tasks.list({ agentId, contextId }).catch(() => {
          throw new NotInVersion()
        })
        const { page, exchangeId } = await listed
        if (!page) throw new Mismatch(await problemIn(seat, exchangeId))
        if (page.tasks.length === 0) throw new Mismatch('the list is empty')
      }),
  },
  {
    name: 'cancel',
    async run(seat) {
      const talk = startTalk(seat)
      talk.begin({ text: 'slow please', stream: true })
      await talk.until((chat) => chat.length > 1, 'the task')
      const { taskId } = present(await talk.task(), 'task')
      const { exchangeId } = await seat.window.client.tasks.cancel({ agentId: seat.agentId, taskId })
      const { problem } = await rowOf(seat, exchangeId)
      if (problem !== undefined) throw new Mismatch(problem)
      await talk.until(
        (chat) => chat.some((block) => block.startsWith('Task canceled')),
        'that it was canceled',
      )
      expect((await talk.timeline(taskId)).state, 'canceled', 'the state in the timeline')
    },
  },
  {
    name: 'file',
    run: (seat) =>
      handedOn(seat, {
        kind: 'file-bytes',
        base64: Buffer.from('hello').toString('base64'),
        filename: 'hello.txt',
        mediaType: 'text/plain',
      }),
  },
  { name: 'data', run: (seat) => handedOn(seat, { kind: 'data', data: { city: 'Lisbon' } }) },
  {
    name: 'push',
    notKept: true,
    async run(seat) {
      const { agentId, card, window } = seat
      if (card.capabilities.pushNotifications !== true) throw new NotOnTheCard()
      await window.client.receiver.start({ reach: { kind: 'loopback' }, port: 0 })
      const { id } = await window.client.push.prepare({ agentId, options: {} })
      const talk = startTalk(seat)
      await talk.say({ text: question, stream: false, pushConfigId: id })
      for (;;) {
        const { configurations } = await window.client.receiver.state()
        if (configurations.some((each) => each.id === id && each.calls > 0)) break
        if (seat.signal.aborted) throw new Mismatch('no webhook call came')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      expect(times(await talk.chat(), first), 1, 'how often the answer is read')
    },
  },
  { name: 'tool', run: (seat) => toolUsed(seat, true) },
  { name: 'tool, send', capture: 'tool-send', run: (seat) => toolUsed(seat, false) },
  { name: 'fails at once', capture: 'fail', run: (seat) => broken(seat, 'fail', true) },
  { name: 'fails at once, send', capture: 'fail-send', run: (seat) => broken(seat, 'fail', false) },
  { name: 'fails midway', capture: 'fail-mid', run: (seat) => broken(seat, 'failmid', true) },
]

/** For frameworks with tools that a task waits for. */
export const waitingCases: readonly FrameworkCase[] = [
  {
    name: 'waits to be confirmed',
    capture: 'confirm',
    run: (seat) => waited(seat, 'book', ['The train leaves at nine.', 'book needs confirmation']),
  },
  {
    name: 'waits for a tool',
    capture: 'long-running',
    run: (seat) => waited(seat, 'desk', ['The desk will answer.', 'ask_desk called']),
  },
]

/** Expects the text above the call that the task waits for, each once. */
async function waited(seat: Seat, text: string, words: readonly string[]): Promise<void> {
  const talk = startTalk(seat)
  await talk.say({ text, stream: true })
  const chat = await talk.chat()
  expect(chat.at(-1)?.split(' | ')[0], 'Task input-required', 'the state of the task')
  expect(
    chat.join('\n').includes(words.join(' | ')),
    true,
    `whether it reads ${words.join(' | ')}: ${chat.join(' / ')}`,
  )
  expect(
    words.map((each) => times(chat, each)),
    words.map(() => 1),
    `how often each is read (${chat.join(' / ')})`,
  )
}

async function said(seat: Seat, stream: boolean): Promise<void> {
  await answered(seat, question, stream)
}

async function answered(seat: Seat, text: string, stream: boolean): Promise<readonly string[]> {
  const talk = startTalk(seat)
  await talk.say({ text, stream })
  const chat = await talk.chat()
  expect(chat[0], `You | ${text}`, 'the first block')
  expect(times(chat, first), 1, `how often the answer is read (${chat.slice(1).join(' / ')})`)
  await figuresInOrder(talk)
  return chat
}

/** Expects the tool call once, in the framework's words. */
async function toolUsed(seat: Seat, stream: boolean): Promise<void> {
  const chat = await answered(seat, 'use the tool', stream)
  const words = chat.flatMap((block) => block.split(' | '))
  const drawn = words.filter((each) => /^weather (called|finished|failed|result|step)$/.test(each))
  const { tells } = seat
  expect(
    drawn,
    tells[stream ? 'stream' : 'send'].map((word) => `weather ${word}`),
    'what is drawn of the tool',
  )
}

async function figuresInOrder(talk: Talk): Promise<void> {
  const task = await talk.task()
  if (!task) return
  const { state, figures } = await talk.timeline(task.taskId)
  expect(state, 'completed', 'the state in the timeline')
  const { firstByteMs, firstEventMs, firstTextMs, totalMs } = figures
  const order = [0, firstByteMs, firstEventMs, firstTextMs, totalMs].map((each) => present(each, 'figure'))
  expect(
    order,
    order.toSorted((a, b) => a - b),
    'first byte, event and text, and the total',
  )
}

/** After a reload, the chat and its figures are unchanged. */
async function movesNothing(
  seat: Seat,
  read: (agentId: string, taskId: string, contextId: string) => Promise<unknown>,
): Promise<void> {
  const talk = startTalk(seat)
  await talk.say({ text: question, stream: true })
  const before = await talk.chat()
  const { taskId } = present(await talk.task(), 'task: the agent answers with messages alone')
  const { firstTextMs } = (await talk.timeline(taskId)).figures
  const outcome = await read(seat.agentId, taskId, await talk.contextId())
  if (typeof outcome === 'object' && outcome !== null && 'exchangeId' in outcome) {
    const { problem } = await rowOf(seat, String(outcome.exchangeId))
    if (problem !== undefined) throw new Mismatch(problem)
  }
  expect(await talk.chat(), before, 'the chat afterwards')
  expect((await talk.timeline(taskId)).figures.firstTextMs, firstTextMs, 'the time of the first text')
}

/** The model reports the parts in which it received the message. */
async function handedOn(seat: Seat, part: Exclude<Part, { kind: 'unknown' }>): Promise<void> {
  const talk = startTalk(seat)
  await talk.say({ text: 'what came', stream: true, parts: [part] })
  const chat = await talk.chat()
  if (!chat[0]?.startsWith(`You | what came | ${part.kind}`))
    throw new Mismatch(`what was sent is shown as ${chat[0]}`)
  const [, received] = /It came as: ([^|]*?)(?: \||$)/m.exec(chat.join('\n')) ?? []
  if (received === undefined) throw new Mismatch(`it was not answered: ${chat.slice(1).join(' / ')}`)
  if (received === 'text') throw new Mismatch('the model was handed the text alone')
}

async function broken(seat: Seat, text: string, stream: boolean): Promise<void> {
  const talk = startTalk(seat)
  await talk.say({ text, stream })
  const chat = (await talk.chat()).slice(1)
  const shown = chat.join(' / ')
  if (chat.some((block) => block.startsWith('Task completed')))
    throw new Mismatch(`it counts as completed: ${shown}`)
  if (!shown.includes(why)) throw new Mismatch(`the chat does not say why: ${shown}`)
  if (text === 'failmid' && !shown.includes(begun))
    throw new Mismatch(`the beginning of the answer is gone: ${shown}`)
}

function times(chat: readonly string[], text: string): number {
  return chat.join('\n').split(text).length - 1
}

/** As the console lists it. */
async function rowOf({ window }: Seat, exchangeId: string) {
  window.engine.record.flush()
  return (await window.client.console.exchange({ exchangeId })).row
}

async function problemIn(seat: Seat, exchangeId: string): Promise<string> {
  return (await rowOf(seat, exchangeId)).problem ?? 'no list came'
}
