// How messages to this agent are sent, besides what they say. What is left alone is not sent at all.

import { useState } from 'react'
import type { JsonObject } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ChatOptions } from '#shared/contract/chat.ts'
import { shorten } from '#shared/shorten.ts'
import { useCallDefaults } from '../../../state/call-defaults.ts'
import { useDraft } from '../../../state/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import { LeftOut } from '../../../ui/left-out.tsx'
import { visibleString } from '../../../ui/visible-text.ts'

interface OptionsDialogProps {
  readonly agentId: string
  readonly options: ChatOptions
  readonly discovery: Discovery | undefined
  onClose(): void
}

export function optionCount(options: ChatOptions): number {
  return Object.keys(options).length
}

/** Extensions of the card that are offered; a line says how many more the JSON has. */
const maxOfferedExtensions = 20

export function OptionsDialog({ agentId, options, discovery, onClose }: OptionsDialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(options))
  const [extensions, setExtensions] = useState<readonly string[]>(options.extensions ?? [])
  const card = discovery?.found === true ? discovery.card : undefined
  const { options: changed, problems } = optionsOf(fields, extensions)
  const usualModes = useCallDefaults(({ defaults }) => defaults.acceptedOutputModes)
  const declared = (card?.capabilities.extensions ?? []).slice(0, maxOfferedExtensions)
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change })

  function keep(kept: ChatOptions): void {
    useDraft.getState().change(agentId, () => ({ options: kept }))
    onClose()
  }

  return (
    <Dialog
      title="Send options"
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => keep({})}>Reset</Button>
          <Button primary disabled={Object.keys(problems).length > 0} onClick={() => keep(changed)}>
            Apply
          </Button>
        </>
      }
    >
      <div className="options-form">
        <label className="field">
          <span className="field-label">Response to “Send”</span>
          <select
            className="input"
            value={fields.answer}
            onChange={({ target }) => set({ answer: target.value as Fields['answer'] })}
          >
            <option value="">agent default</option>
            <option value="wait">when the task has ended or needs input (blocking)</option>
            <option value="at-once">immediately</option>
          </select>
        </label>
        <TextField
          label="History length"
          inputMode="numeric"
          value={fields.historyLength}
          hint={problems.historyLength ?? 'How many messages of the history to return; 0 for none.'}
          onChange={({ target }) => set({ historyLength: target.value })}
        />
        <TextField
          label="Accepted output modes"
          mono
          value={fields.outputModes}
          placeholder={(usualModes ?? card?.defaultOutputModes)?.slice(0, 8).join(', ')}
          hint="Media types, separated by commas."
          onChange={({ target }) => set({ outputModes: target.value })}
        />
        {declared.length > 0 && (
          <fieldset className="field options-extensions">
            <legend className="field-label">Extensions to activate</legend>
            {declared.map(({ uri, required }) => (
              <label key={uri}>
                <input
                  type="checkbox"
                  checked={extensions.includes(uri)}
                  onChange={({ target }) =>
                    setExtensions(
                      target.checked ? [...extensions, uri] : extensions.filter((each) => each !== uri),
                    )
                  }
                />{' '}
                {visibleString(shorten(uri))}
                {required && <span className="muted"> (required)</span>}
              </label>
            ))}
            <LeftOut
              of={card?.capabilities.extensions?.length ?? 0}
              shown={maxOfferedExtensions}
              where="in the card’s JSON"
            />
          </fieldset>
        )}
        <TextField
          label="Other extensions"
          mono
          value={fields.otherExtensions}
          hint="URIs, separated by commas."
          onChange={({ target }) => set({ otherExtensions: target.value })}
        />
        <TextArea
          label="Message metadata"
          mono
          rows={3}
          value={fields.messageMetadata}
          hint={problems.messageMetadata ?? 'A JSON object.'}
          aria-invalid={problems.messageMetadata !== undefined}
          onChange={({ target }) => set({ messageMetadata: target.value })}
        />
        <TextArea
          label="Request metadata"
          mono
          rows={3}
          value={fields.metadata}
          hint={problems.metadata ?? 'A JSON object.'}
          aria-invalid={problems.metadata !== undefined}
          onChange={({ target }) => set({ metadata: target.value })}
        />
      </div>
    </Dialog>
  )

  function fieldsOf(from: ChatOptions): Fields {
    const declaredUris = new Set(
      (discovery?.found === true ? discovery.card.capabilities.extensions : []).map(({ uri }) => uri),
    )
    return {
      answer: from.returnImmediately === undefined ? '' : from.returnImmediately ? 'at-once' : 'wait',
      historyLength: from.historyLength === undefined ? '' : String(from.historyLength),
      outputModes: from.acceptedOutputModes?.join(', ') ?? '',
      otherExtensions: (from.extensions ?? []).filter((uri) => !declaredUris.has(uri)).join(', '),
      messageMetadata: from.messageMetadata ? JSON.stringify(from.messageMetadata, null, 2) : '',
      metadata: from.metadata ? JSON.stringify(from.metadata, null, 2) : '',
    }
  }
}

interface Fields {
  readonly answer: '' | 'wait' | 'at-once'
  readonly historyLength: string
  readonly outputModes: string
  readonly otherExtensions: string
  readonly messageMetadata: string
  readonly metadata: string
}

type Problems = Partial<Record<'historyLength' | 'messageMetadata' | 'metadata', string>>

function optionsOf(
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
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : 'wrong'
  } catch {
    return 'wrong'
  }
}
