import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './tree.ts'

export interface ToolResult {
  readonly output: string
  readonly errors: string
  readonly code: number
}

/** Runs the command of an installed package with the current Node. */
export function runTool(script: string, args: readonly string[], folder = root): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd: folder })
    const output: Buffer[] = []
    const errors: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({
        output: Buffer.concat(output).toString(),
        errors: Buffer.concat(errors).toString(),
        code: code ?? 1,
      }),
    )
  })
}
