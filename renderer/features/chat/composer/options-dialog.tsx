// How messages to this agent are sent. Unset options are not sent.

import { useState } from 'react'
import type { AgentCard } from '#shared/a2a/model.ts'
import type { Discovery } from '#shared/contract/card.ts'
import type { ChatOptions } from '#shared/contract/chat.ts'
import { shorten } from '#shared/shorten.ts'
import { useCallDefaults, useDraft } from '../../../state/draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { draftFields } from '../../../ui/draft-fields.ts'
import { LeftOut } from '../../../ui/feedback.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { type Fields, fieldsOf, optionsOf } from './option-fields.ts'

interface OptionsDialogProps {
  readonly agentId: string
  readonly options: ChatOptions
  readonly discovery: Discovery | undefined
  onClose(): void
}

/** Extensions of the card that are offered; a line reports how many more the JSON has. */
const maxOfferedExtensions = 20

const answerNames: Readonly<Record<Fields['answer'], string>> = {
  '': 'agent default',
  wait: 'when the task has ended or needs input (blocking)',
  'at-once': 'immediately',
}

export function OptionsDialog({ agentId, options, discovery, onClose }: OptionsDialogProps) {
  const card = discovery?.found === true ? discovery.card : undefined
  const uris = (card?.capabilities.extensions ?? []).map(({ uri }) => uri)
  const [fields, setFields] = useState(() => fieldsOf(options, uris))
  const [extensions, setExtensions] = useState<readonly string[]>(options.extensions ?? [])
  const { options: changed, problems } = optionsOf(fields, extensions)
  const usualModes = useCallDefaults(({ defaults }) => defaults.acceptedOutputModes)
  const field = draftFields(fields, (changes) => setFields({ ...fields, ...changes }))

  function keep(stored: ChatOptions): void {
    useDraft.getState().change(agentId, () => ({ options: stored }))
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
      <div className="column">
        <SelectField<Fields['answer']>
          label="Response to “Send”"
          options={['', 'wait', 'at-once']}
          {...field('answer')}
          nameOf={(each) => answerNames[each]}
        />
        <TextField
          label="History length"
          inputMode="numeric"
          {...field('historyLength')}
          hint={problems.historyLength ?? 'How many messages of the history to return; 0 for none.'}
        />
        <TextField
          label="Accepted output modes"
          mono
          {...field('outputModes')}
          placeholder={(usualModes ?? card?.defaultOutputModes)?.slice(0, 8).join(', ')}
          hint="Media types, separated by commas."
        />
        <DeclaredExtensions card={card} chosen={extensions} onChoose={setExtensions} />
        <TextField
          label="Other extensions"
          mono
          {...field('otherExtensions')}
          hint="URIs, separated by commas."
        />
        <TextArea
          label="Message metadata"
          mono
          rows={3}
          {...field('messageMetadata')}
          hint={problems.messageMetadata ?? 'A JSON object.'}
          aria-invalid={problems.messageMetadata !== undefined}
        />
        <TextArea
          label="Request metadata"
          mono
          rows={3}
          {...field('metadata')}
          hint={problems.metadata ?? 'A JSON object.'}
          aria-invalid={problems.metadata !== undefined}
        />
      </div>
    </Dialog>
  )
}

interface DeclaredExtensionsProps {
  readonly card: AgentCard | undefined
  readonly chosen: readonly string[]
  onChoose(uris: readonly string[]): void
}

/** Those that the card declares. */
function DeclaredExtensions({ card, chosen, onChoose }: DeclaredExtensionsProps) {
  const all = card?.capabilities.extensions ?? []
  if (all.length === 0) return null
  return (
    <fieldset className="field breaks">
      <legend className="field-label">Extensions to activate</legend>
      {all.slice(0, maxOfferedExtensions).map(({ uri, required }) => (
        <label key={uri}>
          <input
            type="checkbox"
            checked={chosen.includes(uri)}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, uri] : chosen.filter((each) => each !== uri))
            }
          />{' '}
          {visibleString(shorten(uri))}
          {required && <span className="dim"> (required)</span>}
        </label>
      ))}
      <LeftOut total={all.length} shown={maxOfferedExtensions} where="in the card’s JSON" />
    </fieldset>
  )
}
