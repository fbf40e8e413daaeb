import { expect, test } from 'vitest'
import { dataDirOf, defaultDataDir, parseOptions } from './options.ts'

const env = { XDG_DATA_HOME: '/data' }

test.each([
  ['nothing', [], { front: 'auto', open: true, port: 0, dataDir: '/data/parley' }],
  [
    'serve for a script',
    ['--serve', '--no-open', '--port', '4000', '--data-dir', '/tmp/x'],
    { front: 'serve', open: false, port: 4000, dataDir: '/tmp/x' },
  ],
  ['desktop', ['--desktop'], { front: 'desktop', open: true, port: 0, dataDir: '/data/parley' }],
])('%s', (_name, args, options) => {
  expect(parseOptions(args, env)).toEqual({
    kind: 'start',
    options: {
      ...options,
      dataDir: options.dataDir.replace('/data/parley', defaultDataDir(process.platform, env)),
    },
  })
})

test.each([
  [['--port', 'x'], /--port wants a number/],
  [['--port', '70000'], /from 0 to 65535/],
  [['--serve', '--desktop'], /one of --serve and --desktop/],
  [['--colour'], /Unknown option '--colour'/],
  [['somewhere'], /Unexpected argument/],
])('%j is refused with its reason', (args, message) => {
  expect(parseOptions(args, env)).toEqual({ kind: 'wrong', message: expect.stringMatching(message) })
})

test('help and version are told apart from a start', () => {
  expect([parseOptions(['--help']), parseOptions(['-v'])]).toEqual([{ kind: 'help' }, { kind: 'version' }])
})

test('the desktop entry finds its data directory among the switches of Electron and Chromium', () => {
  expect([
    dataDirOf(['electron', '--inspect=0', '--no-sandbox', '/app', '--data-dir', '/tmp/x'], env),
    dataDirOf(['/opt/parley', '--data-dir=/tmp/y'], env),
    dataDirOf(['electron', '/app', '--serve'], env),
  ]).toEqual(['/tmp/x', '/tmp/y', defaultDataDir(process.platform, env)])
})
