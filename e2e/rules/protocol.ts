// A comment that cites docs/PROTOCOL.md, or the specification with its version, cites an existing section.

import type { CitedVersion } from '#shared/a2a/rules/sections.ts'
import { sectionsIn } from '#testing/rules/cases/spec-sections.ts'
import { families } from '../agents/catalogue/catalogue.ts'
import { type Finding, findingAt, type Tree } from './tree.ts'

const page = 'docs/PROTOCOL.md'
/** `PROTOCOL §3.2, §9.5`, `PROTOCOL.md §4.2 a` and `PROTOCOL 3.3, 3.7 and 9.5`. */
const ours = /PROTOCOL(?:\.md)?,? (§?\d+(?:\.\d+)*(?: [ab]\b)?(?:(?:, | and )§?\d+(?:\.\d+)*(?: [ab]\b)?)*)/g
/** A section without a version, in files where that means PROTOCOL.md. */
const bare = /(?<!\d[^\s]* |PROTOCOL(?:\.md)? |HTML )§(\d+(?:\.\d+)*)/g
const bareIsOurs = /^e2e\/agents\/|(?:captures|framework-findings)\.test\.ts$/
const ofSpecification =
  /\b(0\.1\.0|0\.2\.\d|0\.3(?:\.0)?|1\.0)(?:\.\d)? ((?:(?:, |, then | and )?§[\dA]+(?:\.\d+)*)+)/g
const commentGoesOn = /\n\s*(?:\/\/|\*) /g

export function checkProtocol(tree: Tree): readonly Finding[] {
  const headings = headingsOf(tree)
  const paths = tree.paths.filter(
    (path) => /^(shared|electron|renderer|e2e|bench)\/.*\.tsx?$/.test(path) && !/^e2e\/rules\//.test(path),
  )
  return paths.flatMap((path) => {
    const source = tree.read(path)
    const text = source.replaceAll(commentGoesOn, ' ')
    const cited = [ours, ...(bareIsOurs.test(path) ? [bare] : [])].flatMap((pattern) => [
      ...text.matchAll(pattern),
    ])
    const wrong = [
      ...cited.flatMap(({ 0: words, 1: list = '' }) =>
        numbersIn(list)
          .filter((number) => !headings.has(number))
          .map((number) => ({ words, number, in: page })),
      ),
      ...[...text.matchAll(ofSpecification)].flatMap(({ 0: words, 1: version = '', 2: list = '' }) =>
        [...list.matchAll(/§([\dA]+(?:\.\d+)*)/g)]
          .map(([, number = '']) => number)
          .filter((number) => !sectionsIn(wholeVersion(version)).has(number))
          .map((number) => ({ words, number, in: `A2A ${version}` })),
      ),
    ]
    return wrong.map((each) =>
      findingAt(
        path,
        source,
        source.indexOf(each.words),
        `cites §${each.number} of ${each.in}, which is not there`,
      ),
    )
  })
}

/** The section that each agent of the kit mirrors exists. */
export function checkMirroredSections(tree: Tree): readonly Finding[] {
  const headings = headingsOf(tree)
  return Object.values(families)
    .flat()
    .flatMap(({ name, mirrors }) =>
      numbersIn(mirrors)
        .filter((number) => !headings.has(number))
        .map((number) => ({
          path: 'e2e/agents/catalogue',
          line: 1,
          sentence: `${name} mirrors §${number} of ${page}, which is not there`,
        })),
    )
}

function headingsOf(tree: Tree): ReadonlySet<string> {
  return new Set([...tree.read(page).matchAll(/^##+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number))
}

function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(/\d+(?:\.\d+)*/g)].map(([number]) => number)
}

function wholeVersion(version: string): CitedVersion {
  return (version === '0.3' ? '0.3.0' : version) as CitedVersion
}
