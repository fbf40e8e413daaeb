// A Python virtual environment; the server's sources stay where they are.

import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeOnce, run } from './command.ts'
import type { Environment, Needs, Sources } from './needs.ts'

export async function venvEnvironment(needs: Needs, folder: string, sources: Sources): Promise<Environment> {
  const python = join(folder, 'bin', 'python')
  await makeOnce(
    folder,
    () => existsSync(python),
    async () => {
      mkdirSync(folder, { recursive: true })
      await run('python3', ['-m', 'venv', folder], { cwd: folder })
      const packages = needs.packages.map(([name, version]) => `${name}==${version}`)
      await run(python, ['-m', 'pip', 'install', '--quiet', ...packages], { cwd: folder })
    },
  )
  const started = [python, join(sources[0], 'server.py')]
  const [command = '', ...args] = needs.program ? [join(folder, 'bin', needs.program), ...started] : started
  return {
    command,
    args,
    cwd: folder,
    env: {
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUNBUFFERED: '1',
      PYTHONPATH: sources.join(delimiter),
    },
  }
}
