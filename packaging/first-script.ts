// What a window loads before it shows anything: the scripts that its page names, with all that those import at once.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface BuiltScript {
  readonly name: string
  readonly bytes: number
}

/** Uncompressed, as they lie in the folder of the built window. */
export function firstScriptsIn(folder: string): readonly BuiltScript[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [
    ...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="\.\/([^"]+\.js)"/g),
  ]
  const scripts = new Map<string, number>()
  const left = named.map(([, name = '']) => name)
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (scripts.has(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    scripts.set(name, Buffer.byteLength(text))
    left.push(...importedIn(text).map((imported) => join(name, '..', imported).replaceAll('\\', '/')))
  }
  return [...scripts].map(([name, bytes]) => ({ name, bytes }))
}

/** As the bundler writes them, at the start of a script; what a later `import()` names is not among them. */
function importedIn(script: string): readonly string[] {
  const imports = /^(?:\s*import(?:[\w*{}$,\s]*from)?\s*"\.\/[^"]+";?)*/.exec(script)?.[0] ?? ''
  return [...imports.matchAll(/"(\.\/[^"]+)"/g)].map(([, name = '']) => name)
}
