// The suites that were named: a file, or those of a folder.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { WrongUsage } from '../verb.ts'

const isSuite = /\.acts\.(ya?ml|json)$/
/** It includes the others. */
const wholeSuite = ['suite.acts.yaml', 'suite.acts.yml', 'suite.acts.json'] as const

export function suiteFiles(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (!facts) throw new WrongUsage(`${path} isn’t there.`)
    if (!facts.isDirectory()) return [path]
    const whole = wholeSuite.map((name) => join(path, name)).find((each) => existsSync(each))
    if (whole !== undefined) return [whole]
    const found = readdirSync(path)
      .filter((name) => isSuite.test(name))
      .toSorted()
    if (found.length === 0)
      throw new WrongUsage(`${path} has no suite: none of its files ends in .acts.yaml.`)
    return found.map((name) => join(path, name))
  })
}
