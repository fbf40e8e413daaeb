// docs/CONTRACT.md, made from the contract itself so that it cannot fall behind: each procedure with what it takes (read off its
// schema), what it answers and what its comment says (read off its source).

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { contract } from '#shared/contract/contract.ts'

const folder = join(import.meta.dirname, '..', 'shared', 'contract')
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

interface Written {
  readonly file: string
  readonly says: string
  readonly answers: string
}

export function contractPage(): string {
  return `# The contract

<!-- Made from shared/contract: change it there, then \`npm run docs\`. -->

All that passes between the engine and a window, over a MessagePort or a WebSocket. The engine validates what it takes; what it answers is
its own and carries a type, which lies beside the procedure in \`shared/contract\`. **many** answers come one after the other until the caller
stops listening. Whatever is refused comes as the one error \`FAULT\`, with a sentence (\`shared/contract/fault.ts\`).

${Object.entries(contract)
  .map(([name, procedures]) => sectionOf(name, procedures))
  .join('\n\n')}
`
}

function sectionOf(group: string, procedures: object): string {
  const rows = Object.entries(procedures).map(([name, procedure]) => {
    const { says, answers } = writtenOf(group, name)
    const cells = [`\`${name}\``, takes(procedure), answers, says]
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const opening = openingOf(writtenOf(group, Object.keys(procedures)[0] ?? '').file)
  const table = ['| call | takes | answers | says |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return [`## ${group}`, ...(opening === '' ? [] : [opening]), table].join('\n\n')
}

/** The comment a file begins with. */
function openingOf(file: string): string {
  const text = sources.find(({ name }) => name === file)?.text ?? ''
  const [opening = ''] = /^(?:\/\/ .*\n)+/.exec(text) ?? []
  return opening
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll('\n', ' ')
    .trim()
}

function writtenOf(group: string, name: string): Written {
  const match = sources.flatMap(({ name: file, text }) => {
    const [, body] =
      new RegExp(`^export const ${group}\\b[^=]*= \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text) ?? []
    const written = body === undefined ? undefined : procedureIn(body, name)
    return written === undefined ? [] : [{ file, ...written }]
  })
  const [only] = match
  if (only !== undefined) return only
  const shared = sources.flatMap(({ name: file, text }) => {
    const written = procedureIn(text, name)
    return written === undefined ? [] : [{ file, ...written }]
  })
  const [first] = shared
  if (first === undefined || shared.length > 1)
    throw new Error(`${group}.${name} is not written in shared/contract`)
  return first
}

/** Two spaces in, `name: oc…` up to the next member. */
function procedureIn(text: string, name: string): Omit<Written, 'file'> | undefined {
  const pattern = new RegExp(
    `((?:^  \\/\\*\\*(?:(?!\\*\\/)[\\s\\S])*\\*\\/\\n)?)^  ${name}: (oc\\b[\\s\\S]*?),\\n(?=  \\S|\\}|$)`,
    'm',
  )
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [, comment = '', code = ''] = match
  return { says: sentenceOf(comment), answers: answersOf(code) }
}

function sentenceOf(comment: string): string {
  return comment
    .replaceAll(/^ {2}\/\*\*|\*\/$/gm, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function answersOf(code: string): string {
  const [, output = ''] = /\.output\(([\s\S]*)\)$/.exec(code.trim()) ?? []
  const [, each] = /^eventIterator\(([\s\S]*)\)$/.exec(output) ?? []
  const [, written = each ?? output] = /^type<([\s\S]*)>\(\)$/.exec(each ?? output) ?? []
  const plain = written.replaceAll('readonly ', '').replaceAll(/\s+/g, ' ').trim()
  return `${each === undefined ? '' : 'many '}\`${plain}\``
}

function takes(procedure: unknown): string {
  const schema = inputOf(procedure)
  if (schema === undefined) return ''
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const choices =
    'anyOf' in shape && shape.anyOf ? shape.anyOf : 'oneOf' in shape && shape.oneOf ? shape.oneOf : [shape]
  return choices.map((choice) => membersOf(choice as JsonSchema)).join(' or ')
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, { readonly const?: unknown }>>
  readonly required?: readonly string[]
}

function membersOf({ properties = {}, required = [] }: JsonSchema): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const value = member.const === undefined ? '' : `: ${JSON.stringify(member.const)}`
    return `${name}${required.includes(name) ? '' : '?'}${value}`
  })
  return members.length === 0 ? '' : `\`${members.join('`, `')}\``
}

function inputOf(procedure: unknown): z.ZodType | undefined {
  const definition = (procedure as { readonly '~orpc': { readonly inputSchema?: unknown } })['~orpc']
  return definition.inputSchema instanceof z.ZodType ? definition.inputSchema : undefined
}
