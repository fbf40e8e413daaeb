import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { cpuMs } from '#testing/cpu-ms.ts'
import { logPath, openLogFile, readLogEnd, redact } from './logger.ts'
import { createProblems } from './problem-report.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'))
  folders.push(folder)
  return folder
}
const now = () => new Date('2026-01-02T03:04:05.678Z')

test.each([
  ['Authorization: Bearer abc.def.ghi', 'Authorization: [redacted]'],
  ['{"authorization":"Basic dTpwYXNz","a":1}', '{"authorization":"[redacted]","a":1}'],
  ['sent with Bearer eyJhbGciOi.x.y and went', 'sent with Bearer [redacted] and went'],
  ['Cookie: a=1; b=2', 'Cookie: [redacted]'],
  ['x-api-key: 12345', 'x-api-key: [redacted]'],
  ['http://127.0.0.1:1/?token=abc&x=1', 'http://127.0.0.1:1/?token=[redacted]&x=1'],
  ['https://a.example/?api_key=abc#code=def', 'https://a.example/?api_key=[redacted]#code=[redacted]'],
  ['https://user:pass@a.example/x', 'https://[redacted]@a.example/x'],
  ['{"token":"a\\"b","client_secret": "c"}', '{"token":"[redacted]","client_secret": "[redacted]"}'],
  ['at /home/ada/parley/main.js:1:2', 'at ~/parley/main.js:1:2'],
  ['a plain sentence, with key words', 'a plain sentence, with key words'],
])('%s', (text, expected) => {
  expect(redact(text, '/home/ada')).toBe(expected)
})

test('redacting is quick on long hostile lines', async () => {
  const pieces = ['"token":"', '://', '?token=', 'x-a-', 'Bearer ', 'a-', 'a.b+']
  const ms = await cpuMs(() => {
    for (const piece of pieces) redact(piece.repeat(100_000 / piece.length))
  })
  expect(ms).toBeLessThan(1_000)
})

test('lines are dated and redacted in the file, and go on as they are', () => {
  const dataDir = emptyFolder()
  const texts: string[] = []
  const log = openLogFile({ dataDir, echo: (line) => texts.push(line), now })
  log.write('open http://127.0.0.1:1/?token=abc')
  expect(texts).toEqual(['open http://127.0.0.1:1/?token=abc'])
  expect(readFileSync(log.path, 'utf8')).toBe(
    '2026-01-02T03:04:05.678Z open http://127.0.0.1:1/?token=[redacted]\n',
  )
})

test('what is known as a secret is in no line, nor where the lines also go', () => {
  const dataDir = emptyFolder()
  const texts: string[] = []
  const log = openLogFile({ dataDir, echo: (line) => texts.push(line), now })
  log.hide((text) => text.replaceAll('known', '[secret]'))
  log.write(`an error about known ${'.'.repeat(7_970)} known`)
  expect(readFileSync(log.path, 'utf8')).not.toContain('kno')
  expect(texts.join()).not.toContain('known')
})

test('what is shown on the terminal is whole there, and has no secret in the file', () => {
  const dataDir = emptyFolder()
  const texts: string[] = []
  const log = openLogFile({ dataDir, echo: (line) => texts.push(line), now })
  log.hide((text) => text.replaceAll('known', '[secret]'))
  log.show('open http://127.0.0.1:1/?token=abc for known')
  expect(texts).toEqual(['open http://127.0.0.1:1/?token=abc for known'])
  expect(readFileSync(log.path, 'utf8')).toContain(
    ' open http://127.0.0.1:1/?token=[redacted] for [secret]\n',
  )
})

test('a log that grows too large is set aside, and the oldest goes', () => {
  const dataDir = emptyFolder()
  const log = openLogFile({ dataDir, echo: () => undefined, maxFileBytes: 100, now })
  for (let line = 0; line < 20; line++) log.write(`line ${line} ${'.'.repeat(20)}`)
  const files = readdirSync(join(dataDir, 'logs')).toSorted()
  expect(files).toEqual(['parley.1.log', 'parley.2.log', 'parley.3.log', 'parley.log'])
  const numbers = ['parley.3.log', 'parley.2.log', 'parley.1.log', 'parley.log'].flatMap((name) =>
    [...readFileSync(join(dataDir, 'logs', name), 'utf8').matchAll(/line (\d+)/g)].map(
      ([, number]) => number,
    ),
  )
  expect(numbers).toEqual(['16', '17', '18', '19'].slice(-numbers.length))
})

test('the end of the log is read in whole lines', () => {
  const dataDir = emptyFolder()
  const log = openLogFile({ dataDir, echo: () => undefined, now })
  for (const line of ['first', 'second', 'third']) log.write(line)
  expect(readLogEnd(dataDir, 60)).toBe('2026-01-02T03:04:05.678Z third\n')
  expect(readLogEnd(emptyFolder(), 60)).toBe('')
})

test('where no log can be written, Parley goes on', () => {
  const dataDir = emptyFolder()
  writeFileSync(join(dataDir, 'logs'), 'a file in the way')
  const texts: string[] = []
  openLogFile({ dataDir, echo: (line) => texts.push(line) }).write('still heard')
  expect(texts).toEqual(['still heard'])
})

test('a report says what broke and where, without what is secret, and it is in the log', () => {
  const dataDir = emptyFolder()
  const log = openLogFile({ dataDir, echo: () => undefined, now })
  log.write('began')
  const mask = (text: string) => text.replaceAll('hunter2', '•')
  const problems = createProblems({ dataDir, productVersion: '1.2.3', log: log.write, mask })
  const stack = 'Error: no luck with hunter2\n    at https://a.example/?token=abc'
  const { report, logFile } = problems.report({ what: 'The window crashed', message: 'no luck', stack })
  const broke = 'The window crashed: Error: no luck with •\n    at https://a.example/?token=[redacted]'
  expect(logFile).toBe(logPath(dataDir))
  expect(report.split('\n\n')).toEqual([
    expect.stringMatching(/^Parley 1\.2\.3, Node \d+\.\d+\.\d+\n\S+ .+ \S+$/),
    broke,
    `The end of the log:\n2026-01-02T03:04:05.678Z began\n2026-01-02T03:04:05.678Z ${broke}\n`,
  ])
})
