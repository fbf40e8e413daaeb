// `node packaging/release/release-notes.ts v1.2.3`: prints what the release reports of itself, or ends the release before it
// begins where tag, package and changelog do not agree.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { changelogSection } from './changelog-section.ts'

const [tag] = process.argv.slice(2)
const { version } = packageJson
const section = changelogSection(
  readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8'),
  version,
)

if (tag !== `v${version}`) stop(`The tag is ${tag ?? 'missing'}, package.json says ${version}.`)
else if (section.kind === 'missing') stop(section.why)
else process.stdout.write(`${section.text}\n`)

function stop(why: string): void {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
