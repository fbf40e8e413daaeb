// What a window loads before it shows anything: the scripts that its page names, with all that those import at once. And what a part of
// it loads when it opens.

import { readdirSync, readFileSync } from 'node:fs'
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
  return scriptsFrom(
    folder,
    named.map(([, name = '']) => name),
  )
}

/** What a script that loads later brings beyond those, by the name of its source. */
export function lateScriptsIn(folder: string, source: string): readonly BuiltScript[] {
  const built = readdirSync(join(folder, 'assets')).filter(
    (file) => file.startsWith(source) && /^-[\w-]{8}\.js$/.test(file.slice(source.length)),
  )
  const first = new Set(firstScriptsIn(folder).map(({ name }) => name))
  return scriptsFrom(
    folder,
    built.map((file) => `assets/${file}`),
  ).filter(({ name }) => !first.has(name))
}

function scriptsFrom(folder: string, names: readonly string[]): readonly BuiltScript[] {
  const scripts = new Map<string, number>()
  const left = [...names]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (scripts.has(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    scripts.set(name, Buffer.byteLength(text))
    left.push(...importedIn(text).map((imported) => join(name, '..', imported).replaceAll('\\', '/')))
  }
  return [...scripts].map(([name, bytes]) => ({ name, bytes }))
}

/** As the bundler writes them, at the start of a script or behind its list of later ones; what a later `import()` names is not among them. */
function importedIn(script: string): readonly string[] {
  const imports =
    /^(?:const __vite__mapDeps=.*\n)?((?:\s*import(?:[\w*{}$,\s]*from)?\s*"\.\/[^"]+";?)*)/.exec(
      script,
    )?.[1] ?? ''
  return [...imports.matchAll(/"(\.\/[^"]+)"/g)].map(([, name = '']) => name)
}
