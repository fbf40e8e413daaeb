// Loads suites from files: YAML or JSON, with their includes. An invalid file is refused with the position of the error.

import { dirname, relative, resolve, sep } from 'node:path'
import { parseDocument } from 'yaml'
import { maxSuiteTests } from '#shared/checks/steps.ts'
import { type Suite, type SuiteFile, suiteFileSchema } from '#shared/checks/suite.ts'
import { Fault } from '#shared/contract/fault.ts'
import { messageOf } from '#shared/errors.ts'
import { readFileUpTo } from '../platform/files.ts'

export interface LoadedSuites {
  readonly suites: readonly Suite[]
  /** Values for `{{name}}` in the files. */
  readonly variables: Readonly<Record<string, string>>
}

/** Of one file of a suite; a larger one is refused. */
const maxSuiteBytes = 2_000_000
/** Files of one suite with its includes; more are refused. */
const maxSuiteFiles = 200

/** In order; an included file must be in the folder of the including one, or below. */
export async function loadSuites(paths: readonly string[]): Promise<LoadedSuites> {
  const read = new Map<string, SuiteFile>()
  for (const path of paths) await readWithIncludes(resolve(path), read, [])
  const files = [...read.values()]
  const suites = files.flatMap(({ suites = [] }) => suites)
  const tests = suites.reduce((sum, each) => sum + each.tests.length, 0)
  if (tests > maxSuiteTests) throw refused(paths.join(', '), `has more than ${maxSuiteTests} tests`)
  return {
    suites,
    variables: Object.assign({}, ...files.map(({ variables }) => variables ?? {})),
  }
}

async function readWithIncludes(
  path: string,
  read: Map<string, SuiteFile>,
  from: readonly string[],
): Promise<void> {
  if (from.includes(path)) throw refused(path, 'includes itself')
  if (read.has(path)) return
  if (read.size === maxSuiteFiles) throw refused(path, `is one of more than ${maxSuiteFiles} files`)
  const file = readSuite(path)
  read.set(path, file)
  for (const named of file.include ?? []) {
    const included = resolve(dirname(path), named)
    const relation = relative(dirname(path), included)
    if (relation.split(sep)[0] === '..' || resolve(relation) === relation) {
      throw refused(path, `includes ${named}, which is not in its folder`)
    }
    await readWithIncludes(included, read, [...from, path])
  }
}

function readSuite(path: string): SuiteFile {
  const document = parseDocument(readFileUpTo(path, maxSuiteBytes).toString('utf8'), { uniqueKeys: true })
  const [problem] = document.errors
  if (problem) throw refused(path, `isn’t YAML: ${problem.message.split('\n')[0] ?? ''}`)
  const checked = suiteFileSchema.safeParse(contentOf(document, path))
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw refused(path, `can’t be used: ${issue === undefined ? '' : sentenceOf(issue)}`)
}

/** The parser refuses anchors that multiply. */
function contentOf(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw refused(path, `isn’t YAML: ${messageOf(error)}`)
  }
}

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly errors?: readonly (readonly Issue[])[]
}

/** The deepest position, in the form of a step that matches best. */
function sentenceOf(issue: object): string {
  const deepest = deepestOf(issue as Issue, [])
  return `${deepest.path.map(String).join('.')}: ${deepest.message}`
}

function deepestOf({ path, message, errors = [] }: Issue, above: readonly PropertyKey[]): Issue {
  const here = [...above, ...path]
  const inner = errors
    .flatMap((each) => each.map((issue) => deepestOf(issue, here)))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
  return inner && inner.path.length > here.length ? inner : { path: here, message }
}

function refused(path: string, why: string): Fault {
  return new Fault('bad-input', `${path} ${why}.`)
}
