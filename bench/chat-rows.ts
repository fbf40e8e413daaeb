// Conversations without a browser: the cost of one batch of a stream for the fold and the layout of rows, at the start
// and at the end. Usage: node bench/chat-rows.ts

import { dialectOf } from '#shared/a2a/dialects.ts'
import { at } from '#shared/collections/list.ts'
import { createLayout } from '#shared/story/chat/layout.ts'
import { Projection } from '#shared/story/projection.ts'
import { createReading } from '#shared/story/reading.ts'
import { createScriptedRecord, wire10 } from '#testing/story/scripted-record.ts'
import { median } from './start-server.ts'

const { agent, chunk, result, send, status, task, user } = wire10
const perBatch = 16

console.log('| | rows | a batch at the start | a batch at the end | worst |')
console.log('|---|---|---|---|---|')
measure('10,000 chunks, 64 bytes each', 0, 10_000)
measure('1,000 chunks below 5,000 messages', 5_000, 1_000)

function measure(name: string, messages: number, chunks: number): void {
  const record = createScriptedRecord()
  const projection = new Projection(createReading({ dialectOf }))
  const layout = createLayout()
  let folded = 0
  let rows = 0
  const update = (): number => {
    const began = performance.now()
    projection.apply(record.entries.slice(folded))
    folded = record.entries.length
    const conversation = at(projection.snapshot().conversations, 0)
    if (!conversation) throw new Error('nothing was said')
    const source = { task: projection.task, exchange: projection.exchange, open: new Set<string>() }
    rows = layout.build(conversation, source).rows.length
    return performance.now() - began
  }

  record.call({ id: 'x', operation: 'stream', body: send(user('m', 'go', { contextId: 'ctx' })) })
  const history = Array.from({ length: messages }, (_, index) =>
    index % 2 === 0 ? user(`h${index}`, `Said ${index}`) : agent(`h${index}`, `Answered ${index}`),
  )
  record.frame('x', result({ task: task('t', status('WORKING'), { history }) }))
  update()
  const times: number[] = []
  for (let index = 0; index < chunks; index++) {
    const text = `chunk ${index} of a text that grows `.padEnd(62, '.')
    record.frame(
      'x',
      result(chunk('t', 'a', index % 12 === 11 ? `${text}\n\n` : `${text} `, { append: index > 0 })),
    )
    if (index % perBatch === perBatch - 1) times.push(update())
  }
  const some = Math.max(10, Math.floor(times.length / 10))
  const figures = [median(times.slice(0, some)), median(times.slice(-some)), Math.max(...times)]
  console.log(`| ${name} | ${rows} | ${figures.map((ms) => `${ms.toFixed(2)} ms`).join(' | ')} |`)
}
