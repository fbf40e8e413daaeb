// The prompts with which this agent does what the tests want to see: once per agent, by hand or by a trial.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useId } from 'react'
import { type BehaviorId, behaviors, type Prompts } from '#shared/checks/behaviors.ts'
import { maxPreparedChars } from '#shared/contract/constants.ts'
import { useEngine } from '../../../host/engine.tsx'
import { usePromptDraft } from '../../../state/checks.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useDiscovery } from '../../agent/index.ts'
import { usePrompts } from '../use-plan.ts'
import { changedPrompts, filledBy, savedPrompts } from './prompt-draft.ts'
import { useTrial } from './trial.ts'
import { TrialView } from './trial-view.tsx'

export function PromptsDialog({ agentId }: { readonly agentId: string }) {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const { data: kept, error } = usePrompts(agentId)
  const { draft, write, drop, hide } = usePromptDraft()
  const own = draft?.agentId === agentId ? draft : undefined
  const prompts = own?.prompts ?? kept ?? {}
  const filled = own?.filled ?? []
  const save = useMutation({
    mutationFn: () => client.checks.setPrompts({ agentId, prompts: savedPrompts(prompts) }),
    async onSuccess(now) {
      cache.setQueryData(queries.checks.prompts.queryKey({ input: { agentId } }), now)
      await cache.invalidateQueries({ queryKey: queries.checks.plan.key() })
      close()
    },
  })

  function close(): void {
    useTrial.getState().stop()
    drop()
  }
  const change: PromptFieldsProps['onChange'] = (id, changes) =>
    write({
      agentId,
      prompts: changedPrompts(prompts, id, changes),
      filled: filled.filter((each) => each !== id),
    })
  function tryExamples(): void {
    void useTrial.getState().run(client, agentId, (proposed) => {
      // As they stand by then.
      const { draft: now } = usePromptDraft.getState()
      const before = now?.agentId === agentId ? now : { prompts, filled: [] }
      const next = filledBy(before.prompts, proposed)
      write({ agentId, prompts: next.prompts, filled: [...before.filled, ...next.filled] })
    })
  }

  return (
    <FormDialog
      title="Prompts"
      wide
      disabled={save.isPending || kept === undefined}
      error={save.error ?? error}
      head={
        <>
          <p className="muted mb-10">
            Some tests need the agent to do something specific. Enter a prompt that makes it do so. Tests
            without a prompt are not applicable; they don’t fail.
          </p>
          <TrialView
            agentId={agentId}
            onTry={tryExamples}
            onShow={(exchangeId) => {
              write({ agentId, prompts, filled })
              hide()
              showOnWire(exchangeId)
            }}
          />
        </>
      }
      onSubmit={() => save.mutate()}
      onClose={close}
    >
      {kept === undefined && !error ? (
        <p className="muted">Reading the prompts…</p>
      ) : (
        <PromptFields prompts={prompts} filled={filled} onChange={change} />
      )}
    </FormDialog>
  )
}

interface PromptFieldsProps {
  readonly prompts: Prompts
  readonly filled: readonly BehaviorId[]
  onChange(id: BehaviorId, changes: { readonly prompt?: string; readonly answer?: string }): void
}

const ids = Object.keys(behaviors) as readonly BehaviorId[]
/** Only here something is said next. */
const answered: BehaviorId = 'tck-multi-turn'

function PromptFields({ prompts, filled, onChange }: PromptFieldsProps) {
  const listId = useId()
  const { data: discovery } = useDiscovery()
  const examples = discovery?.found ? discovery.card.skills.flatMap((skill) => skill.examples) : []
  return (
    <div className="prompt-fields">
      <datalist id={listId}>
        {[...new Set(examples)].slice(0, maxExamples).map((example) => (
          <option key={example} value={example} />
        ))}
      </datalist>
      {ids.map((id) => (
        <Fragment key={id}>
          <TextField
            label={behaviors[id].name}
            hint={
              <>
                A prompt for which {behaviors[id].prompt}.
                {filled.includes(id) && <span className="tone-good"> From the examples.</span>}
              </>
            }
            list={listId}
            placeholder="not applicable to this agent"
            maxLength={maxPreparedChars}
            value={prompts[id]?.prompt ?? ''}
            onChange={(text) => onChange(id, { prompt: text })}
          />
          {id === answered && (
            <TextField
              label="Two turns: the answer"
              hint="Sent next, when more input is required."
              maxLength={maxPreparedChars}
              value={prompts[id]?.answer ?? ''}
              disabled={!prompts[id]?.prompt}
              onChange={(text) => onChange(id, { answer: text })}
            />
          )}
        </Fragment>
      ))}
    </div>
  )
}

/** Examples of an agent's skills that a field proposes; any other can be typed. */
const maxExamples = 100
