// Runs a command of a package client or a compiler, with a time-out. Its last output is the reason of a failure.

import { spawn } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/** Returns standard output; rejects with the end of the output. */
export async function run(
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<string> {
  const { cwd, env = {}, timeoutMs = 600_000 } = options
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let out = ''
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString('utf8')
    text = (text + chunk.toString('utf8')).slice(-4_000)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString('utf8')).slice(-4_000)
  })
  let late = false
  const timer = setTimeout(() => {
    late = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, timeoutMs)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => clearTimeout(timer))
  if (code === 0) return out
  const name = [command.split('/').at(-1), args[0]].join(' ')
  throw new Error(late ? `${name} took longer than ${timeoutMs / 1_000} s` : `${name}: ${reasonIn(text)}`)
}

/** A partly made environment must not count as complete. */
export async function makeOnce(
  folder: string,
  isMade: () => boolean,
  make: () => Promise<unknown>,
): Promise<void> {
  if (isMade()) return
  try {
    await make()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Copies into one folder, since compilers and Node resolve from there. A server's own files override shared ones. */
export function copySources(sources: readonly string[], folder: string): void {
  for (const source of sources.toReversed()) cpSync(source, folder, { recursive: true })
}

function reasonIn(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const first = lines.find((line) => /error|not found|unavailable|no matching/i.test(line))
  // The registry's URL depends on the machine.
  const reason = (first ?? lines.at(-1) ?? 'it said nothing').replace(/\s*\(?https?:[^\s)]*\)?/g, '')
  return reason
    .trim()
    .replace(/^\[ERROR\] | -> \[Help \d\]$/g, '')
    .slice(0, 300)
}
