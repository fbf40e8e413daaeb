// Runs `parley` in a pseudo-terminal, by the `script` command of Linux and macOS.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { command, ownHome } from './run-command.ts'

export const hasTerminal =
  spawnSync('script', ['-q', '/dev/null', 'true'], { stdio: 'ignore' }).status !== null

interface InTerminal {
  /** Resolves with the whole screen. */
  readonly done: Promise<{ readonly code: number | null; readonly screen: string }>
  press(keys: string): void
  /** Resolves once this is on screen. */
  shows(what: RegExp): Promise<void>
}

/** `rest` is for the shell that starts it, such as a redirection. */
export function startInTerminal(
  args: readonly string[],
  folder: string,
  { env = {}, rest = '' }: { readonly env?: NodeJS.ProcessEnv; readonly rest?: string } = {},
): InTerminal {
  const line = `${[process.execPath, command, ...args].map(quoted).join(' ')} ${rest}`
  const inScript =
    process.platform === 'linux' ? ['-qec', line, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', line]
  const usual = { TERM: 'xterm', NO_COLOR: '' }
  const child = spawn('script', inScript, {
    cwd: folder,
    env: { ...ownHome(folder), ...usual, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let screen = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
  })
  const done = once(child, 'close').then(([code]) => ({ code, screen }))
  return {
    done,
    press: (keys) => void child.stdin.write(keys),
    shows: (what) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (what.test(screen)) resolve()
        }
        child.stdout.on('data', look)
        look()
        void done.then(() => reject(new Error(`It ended without: ${screen}`)))
      }),
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
