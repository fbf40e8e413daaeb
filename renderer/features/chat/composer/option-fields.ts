// Converts between the fields of the send options and the options of a message.

import { isObject } from '#shared/a2a/json-kinds.ts'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { ChatOptions } from '#shared/contract/chat.ts'
import { parsedJson } from '#shared/json/parse-json.ts'

export interface Fields {
  readonly answer: '' | 'wait' | 'at-once'
  readonly historyLength: string
  readonly outputModes: string
  readonly otherExtensions: string
  readonly messageMetadata: string
  readonly metadata: string
}

/** `declared`: the extensions of the card. */
export function fieldsOf(options: ChatOptions, declared: readonly string[]): Fields {
  return {
    answer: options.returnImmediately === undefined ? '' : options.returnImmediately ? 'at-once' : 'wait',
    historyLength: options.historyLength === undefined ? '' : String(options.historyLength),
    outputModes: options.acceptedOutputModes?.join(', ') ?? '',
    otherExtensions: (options.extensions ?? []).filter((uri) => !declared.includes(uri)).join(', '),
    messageMetadata: options.messageMetadata ? JSON.stringify(options.messageMetadata, null, 2) : '',
    metadata: options.metadata ? JSON.stringify(options.metadata, null, 2) : '',
  }
}

type Problems = Partial<Record<'historyLength' | 'messageMetadata' | 'metadata', string>>

export function optionsOf(
  fields: Fields,
  chosen: readonly string[],
): { readonly options: ChatOptions; readonly problems: Problems } {
  const others = listedWords(fields.otherExtensions)
  const extensions = [...new Set([...chosen.filter((uri) => uri !== ''), ...others])]
  const modes = listedWords(fields.outputModes)
  const length = fields.historyLength.trim()
  const messageMetadata = objectIn(fields.messageMetadata)
  const metadata = objectIn(fields.metadata)
  const problems: Problems = {
    ...(/^\d{0,6}$/.test(length) ? {} : { historyLength: 'Enter a whole number.' }),
    ...(messageMetadata === 'wrong' && { messageMetadata: 'This isn’t a JSON object.' }),
    ...(metadata === 'wrong' && { metadata: 'This isn’t a JSON object.' }),
  }
  return {
    problems,
    options: {
      ...(fields.answer !== '' && { returnImmediately: fields.answer === 'at-once' }),
      ...(length !== '' && { historyLength: Number(length) }),
      ...(modes.length > 0 && { acceptedOutputModes: modes }),
      ...(extensions.length > 0 && { extensions }),
      ...(typeof messageMetadata === 'object' && { messageMetadata }),
      ...(typeof metadata === 'object' && { metadata }),
    },
  }
}

export function listedWords(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function objectIn(text: string): JsonObject | 'wrong' | undefined {
  if (text.trim() === '') return undefined
  const value = parsedJson(text)
  return isObject(value) ? value : 'wrong'
}
