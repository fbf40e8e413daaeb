import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { helpOn } from './command-line.ts'
import { defaultDataDir, desktopOptions, openingOf, parseOptions, switches } from './options.ts'

const env = { XDG_DATA_HOME: '/data' }
const dataDir = defaultDataDir(process.platform, env)
const plain = {
  front: 'auto',
  open: true,
  host: '127.0.0.1',
  forgetBrowsers: false,
  keyring: true,
  dataDir,
}
const link = 'parley://open?url=https%3A%2F%2Fagent.example%2Fbase'

test.each([
  ['nothing', [], plain],
  [
    'serve for a script',
    ['--serve', '--no-open', '--port', '4000', '--data-dir', '/tmp/x'],
    { ...plain, front: 'serve', open: false, port: 4000, dataDir: '/tmp/x' },
  ],
  ['no keyring', ['--no-keyring'], { ...plain, keyring: false }],
  [
    'browsers to forget, which are those of serve',
    ['--forget-browsers'],
    { ...plain, front: 'serve', forgetBrowsers: true },
  ],
  ['desktop', ['--desktop'], { ...plain, front: 'desktop' }],
  [
    'an agent to connect to, in a theme, for other machines',
    ['agent.example:4000', '--theme', 'dark', '--host=0.0.0.0'],
    {
      ...plain,
      host: '0.0.0.0',
      theme: 'dark',
      opening: { kind: 'agent', address: 'agent.example:4000', by: 'user' },
    },
  ],
  [
    'a session that was exported',
    ['/talks/lisbon.parley'],
    { ...plain, opening: { kind: 'file', path: '/talks/lisbon.parley' } },
  ],
  ['a kept session', ['--open-session', 'last'], { ...plain, opening: { kind: 'session', named: 'last' } }],
  [
    'a link, which is nobody’s own word',
    [link],
    { ...plain, opening: { kind: 'agent', address: 'https://agent.example/base', by: 'link' } },
  ],
])('%s', (_name, args, options) => {
  expect(parseOptions(args, env)).toEqual({ kind: 'start', options })
})

test.each([
  [['--port', 'x'], /--port expects a number/],
  [['--port', '70000'], /from 0 to 65535/],
  [['--serve', '--desktop'], /one of --serve and --desktop/],
  [['--colour'], /Unknown option '--colour'/],
  [['--theme', 'pink'], /--theme expects system, light or dark, not "pink"/],
  [[':1', ':2'], /Name one agent or session to open, not 2/],
  [['a.parley', '--open-session', 'last'], /Name one agent or session to open, not 2/],
  [['--open-session='], /--open-session expects a name/],
  [['parley://open?url=file:///etc/passwd'], /A Parley link looks like/],
])('%j is refused with its reason', (args, message) => {
  expect(parseOptions(args, env)).toEqual({ kind: 'wrong', message: expect.stringMatching(message) })
})

test.each(['chck', 'agent', 'check-it', 'serve it'])(
  '%s alone is neither a verb nor what could be opened, with --help, too',
  (word) => {
    const refused = { kind: 'wrong', message: expect.stringContaining(`"${word}" isn’t a verb`) }
    expect(parseOptions([word], env)).toEqual(refused)
    expect(parseOptions(['serve', word], env)).toEqual(refused)
    expect(parseOptions([word, '--help'], env)).toEqual(refused)
    expect(desktopOptions(['electron', '/app', word], env)).toMatchObject({ wrong: refused.message })
    expect(desktopOptions(['electron', '/app', 'open', word], env)).toMatchObject({ wrong: refused.message })
  },
)

test.each([
  'localhost',
  'LOCALHOST',
  'agent.example',
  'agent:80',
  'agent/',
  'http://agent',
  '9100',
  ':9100',
  '[::1]',
])('%s is an address, in the desktop, too', (address) => {
  const opening = { kind: 'agent', address, by: 'user' }
  expect(parseOptions([address], env)).toMatchObject({ kind: 'start', options: { opening } })
  expect(desktopOptions(['electron', '/app', address], env)).toEqual({ dataDir, opening })
})

test.each([
  ['99999', /99999 is neither a port/],
  ['ftp://agent.example', /http and https/],
  ['', /no address/],
])('"%s" is refused as the address bar refuses it', (word, message) => {
  expect(parseOptions([word], env)).toEqual({ kind: 'wrong', message: expect.stringMatching(message) })
})

test.each([
  'parley:',
  'parley://open',
  'parley://open?url=',
  'parley://open?url=javascript:alert(1)',
  'parley://run?url=https://agent.example',
  `parley://open?url=https://agent.example/${'x'.repeat(9000)}`,
])('the link %.60s opens nothing', (named) => {
  expect(openingOf(named)).toMatch(/^A Parley link looks like/)
})

test('open and serve are verbs for what a start does', () => {
  const front = (...args: readonly string[]) => {
    const parsed = parseOptions(args)
    return parsed.kind === 'start' ? [parsed.options.front, parsed.options.opening?.kind] : parsed.kind
  }
  expect(front('open', 'https://agent.example')).toEqual(['auto', 'agent'])
  expect(front('open', 'a.parley')).toEqual(['auto', 'file'])
  expect(front('serve', '--port', '0')).toEqual(['serve', undefined])
  expect(front('serve', 'a.parley')).toEqual(['serve', 'file'])
  expect(front('open')).toEqual(['auto', undefined])
})

test('help and version are told apart from a start', () => {
  expect([parseOptions(['--help']), parseOptions(['-v'])]).toEqual([{ kind: 'help' }, { kind: 'version' }])
})

test.each([
  ['electron --inspect=0 --no-sandbox /app --data-dir /tmp/x', { dataDir: '/tmp/x' }],
  ['/opt/parley --data-dir=/tmp/y --theme light', { dataDir: '/tmp/y', theme: 'light' }],
  ['electron /app --serve --theme pink', { dataDir, instead: 'serve' }],
  ['/opt/parley --forget-browsers', { dataDir, instead: 'serve' }],
  ['/opt/parley --no-sandbox --version', { dataDir, instead: 'version' }],
  [
    `/opt/parley ${pathToFileURL('/tmp/my talk.parley')}`,
    { dataDir, opening: { kind: 'file', path: resolve('/tmp/my talk.parley') } },
  ],
  ['/opt/parley /tmp/A.PARLEY', { dataDir, opening: { kind: 'file', path: resolve('/tmp/A.PARLEY') } }],
  [
    'electron /app http://127.0.0.1:4000',
    { dataDir, opening: { kind: 'agent', address: 'http://127.0.0.1:4000', by: 'user' } },
  ],
  [`/opt/parley ${link}`, { dataDir, opening: openingOf(link) }],
  ['/opt/parley parley://open?url=file:///etc/passwd', { dataDir }],
])('the desktop entry finds its options among the words of Electron and Chromium: %s', (line, options) => {
  expect(desktopOptions(line.split(' '), env)).toEqual(options)
})

test('each option is told by --help and in the README, and no other is', () => {
  const optionsIn = (text: string) => [...new Set(text.match(/--[a-z-]+/g))].toSorted()
  const all = Object.keys(switches).map((name) => `--${name}`)
  expect(optionsIn(helpOn([]))).toEqual(all.toSorted())
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8')
  expect(all.filter((name) => !readme.includes(`\`${name}`))).toEqual([])
})
