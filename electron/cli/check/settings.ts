// Settings of a run: flags over the repository's file, with the same names and the same schema.

import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import { isMembers } from '#shared/a2a/json-kinds.ts'
import { maxListed, maxUrlChars, maxValueChars } from '#shared/bounded.ts'
import { behaviors, isBehavior, type Prompts, promptsSchema } from '#shared/checks/behaviors.ts'
import { checkFileName, levels } from '#shared/checks/suite.ts'
import { reportFormats } from '#shared/contract/checks.ts'
import { defined } from '#shared/defined.ts'
import { pairs, timeOf } from '../flags.ts'
import { readInputFile } from '../read-input.ts'
import { type VerbCall, WrongUsage } from '../verb.ts'

/** Of parley-check.yaml; a larger one is refused. */
const maxCheckFileBytes = 1_000_000
/** The highest --timeout for a run; more is refused. */
const maxRunMs = 24 * 60 * 60 * 1_000
const usualRunMs = 10 * 60 * 1_000

const text = z.string('expects a text').min(1, 'expects a text').max(maxValueChars)
const list = z.union([text.transform((one) => [one]), z.array(text).max(maxListed)])
const names = list.transform((lists) =>
  lists
    .flatMap((each) => each.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== ''),
)
const values = z.record(text, z.union([text, z.number(), z.boolean()]).transform(String))

const interfaceNames = ['jsonrpc', 'rest', 'grpc', 'all'] as const
const interfaces = names
  .pipe(z.array(z.enum(interfaceNames, `expects ${interfaceNames.join(', ')}`)))
  .refine((each) => !each.includes('all') || new Set(each).size === 1, {
    error: ({ input }) =>
      `expects all or names of interfaces, not both: ${String(input).replaceAll(',', ', ')}`,
  })

const time = z
  .union([z.number(), z.string()])
  .transform((written) => timeOf(String(written)))
  .refine((ms) => ms >= 1 && ms <= maxRunMs, 'expects a time such as 90s or 5m, of at most 24h')

const files = Object.fromEntries(reportFormats.map((format) => [format, text.optional()])) as Record<
  (typeof reportFormats)[number],
  z.ZodOptional<typeof text>
>

const settingsSchema = z.strictObject({
  url: text.max(maxUrlChars).optional(),
  interface: interfaces.optional(),
  level: z.enum(levels, `expects ${levels.join(', ')}`).default('may'),
  only: names.optional(),
  prompt: z.record(text, text).default({}),
  answer: text.optional(),
  try: z.boolean().default(false),
  active: z.boolean().optional(),
  header: values.default({}),
  bearer: text.optional(),
  approve: list.default([]),
  acts: list.default([]),
  var: values.default({}),
  baseline: text.optional(),
  ...files,
  session: text.refine((path) => path !== '-', 'expects a file').optional(),
  'no-record': z.boolean().default(false),
  timeout: time.default(usualRunMs),
  'data-dir': text.optional(),
})
type Written = Readonly<Record<string, unknown>>

export interface CheckSettings extends Omit<z.infer<typeof settingsSchema>, 'prompt' | 'url'> {
  readonly url: string
  readonly prompts: Prompts
  /** The path of the repository's file. */
  readonly file?: string
}

export function readSettings(
  { operands, flags }: Pick<VerbCall, 'operands' | 'flags'>,
  folder: string,
): CheckSettings {
  const { config, ...given } = flags
  const file =
    typeof config === 'string' ? config : isFile(join(folder, checkFileName)) ? checkFileName : undefined
  const stored = file === undefined ? {} : readFile(resolve(folder, file))
  const [url] = operands
  const typed = { ...withPairs(given), ...defined({ url }) }
  const fromFile = file === undefined ? undefined : checked(stored, (name) => `${file}: ${name}`)
  const own = checked(typed, (name) => (name === 'url' ? 'the URL' : `--${name}`))
  const { prompt: promptTexts, ...all } = checked(over(stored, typed), (name) => name)
  const prompts = promptsOf(
    promptTexts,
    fromFile && Object.keys(own.prompt).length === 0 ? `${file}: prompt` : '--prompt',
  )
  if (all.url === undefined) throw new WrongUsage(`Name the agent to check, or its url in ${checkFileName}.`)
  const here = typeof config === 'string' ? dirname(resolve(folder, config)) : folder
  return {
    ...all,
    ...placed(all, given, folder, here),
    url: all.url,
    prompts,
    ...defined({ file }),
  }
}

/** Lists of the command line replace those of the file; headers, prompts and variables are merged. */
function over(stored: Written, typed: Written): Written {
  const both = (['header', 'prompt', 'var'] as const).flatMap((name) => {
    const lower = stored[name]
    const upper = typed[name]
    return isMembers(lower) && isMembers(upper) ? [[name, { ...lower, ...upper }]] : []
  })
  return { ...stored, ...typed, ...Object.fromEntries(both) }
}

const pathNames = [...reportFormats, 'baseline', 'session', 'data-dir'] as const

/** Resolves paths: those of the file against its folder, those of the command line against the working directory. */
function placed(
  settings: z.infer<typeof settingsSchema> | Omit<z.infer<typeof settingsSchema>, 'prompt'>,
  flags: Written,
  folder: string,
  besideFile: string,
): Partial<CheckSettings> {
  const at = (name: string, path: string) =>
    path === '-' ? path : resolve(flags[name] === undefined ? besideFile : folder, path)
  const paths = pathNames.flatMap((name) => {
    const path = settings[name]
    return path === undefined ? [] : [[name, at(name, path)]]
  })
  return { ...Object.fromEntries(paths), acts: settings.acts.map((path) => at('acts', path)) }
}

/** Parses `Name: value` and `name=value`, which may be repeated. */
function withPairs(flags: Written): Written {
  const { header, prompt, var: variables, ...others } = flags
  return {
    ...others,
    ...(header !== undefined && { header: pairs(header, '--header', ':', 'Name: value') }),
    ...(prompt !== undefined && { prompt: pairs(prompt, '--prompt', '=', 'behavior=text') }),
    ...(variables !== undefined && { var: pairs(variables, '--var', '=', 'name=value') }),
  }
}

function promptsOf(prompts: z.infer<typeof settingsSchema>['prompt'], place: string): Prompts {
  const named = Object.entries(prompts).map(([name, prompt]) => {
    const id = name.startsWith('tck-') ? name : `tck-${name}`
    if (!isBehavior(id)) {
      const behaviorIds = Object.keys(behaviors)
        .map((each) => each.replace(/^tck-/, ''))
        .join(', ')
      throw new WrongUsage(`${place} names "${name}", which isn’t a behavior. Behaviors are: ${behaviorIds}.`)
    }
    return [id, { prompt }]
  })
  const checkedPrompts = promptsSchema.safeParse(Object.fromEntries(named))
  if (checkedPrompts.success) return checkedPrompts.data
  throw new WrongUsage(`${place}: ${checkedPrompts.error.issues[0]?.message ?? ''}.`)
}

function checked(written: Written, place: (name: string) => string): z.infer<typeof settingsSchema> {
  const read = settingsSchema.safeParse(written)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new WrongUsage(`${place(issue.keys[0] ?? '')} isn’t a setting of checks.`)
  }
  const [name = '', ...path] = issue?.path.map(String) ?? []
  const below = path.length === 0 ? '' : ` (${path.join('.')})`
  throw new WrongUsage(`${place(name)}${below} ${messageOf(issue?.message ?? '')}.`)
}

/** Messages of the schema begin with a capital. */
function messageOf(message: string): string {
  return /^Invalid|^Too|^Unrec/.test(message) ? `can’t be used: ${message}` : message
}

function readFile(path: string): Written {
  const document = parseDocument(readInputFile(path, maxCheckFileBytes).toString('utf8'), {
    uniqueKeys: true,
  })
  const [problem] = document.errors
  if (problem) throw new WrongUsage(`${path} isn’t valid YAML: ${problem.message.split('\n')[0] ?? ''}`)
  const content = contentOf(document, path)
  if (content === null) return {}
  if (!isMembers(content)) throw new WrongUsage(`${path} has no settings, such as "url: …".`)
  return content
}

/** The parser refuses anchors that multiply. */
function contentOf(document: ReturnType<typeof parseDocument>, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new WrongUsage(`${path} isn’t valid YAML: ${error instanceof Error ? error.message : ''}.`)
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
