// The cost of masking secrets, in bytes per second of one core: `node bench/masking.ts`. The texts have no secrets,
// like nearly every text, so all of each is searched.

import { Secrets } from '../electron/engine/wire/secrets.ts'

const event = (text: string) =>
  `data: {"jsonrpc":"2.0","id":"r1","result":{"kind":"artifact-update","taskId":"761c1afe","artifact":{"parts":[{"kind":"text","text":"${text}"}]}}}\n\n`
const texts = {
  'plain events': event('a few words of an answer').repeat(8_000),
  'events with escaped code': event('line\\n\\tconst a = \\"x\\\\n\\" \\/ 20%25 &amp; more').repeat(8_000),
  'escaped Chinese': event('\\u4f60\\u597d'.repeat(20)).repeat(4_000),
  base64: Buffer.alloc(900_000, 'abcdefgh').toString('base64'),
}

for (const count of [0, 1, 3, 50]) {
  const secrets = new Secrets()
  for (let n = 0; n < count; n++) secrets.learn(`sk-${n}-a9f3kd02jf8/s7dh2&Kx${n}`)
  const output = Object.entries(texts).map(
    ([name, text]) => `${name} ${speed(() => secrets.text(text, 'theirs'), text)}`,
  )
  console.log(`${count} secrets: ${output.join(', ')}`)
}

/** The best of five, in processor time, as there may be other load. */
function speed(run: () => unknown, text: string): string {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1e6
  })
  return `${(text.length / 1e6 / Math.min(...times)).toFixed(0)} MB/s`
}
