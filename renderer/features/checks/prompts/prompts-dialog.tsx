// The prompts that make this agent show the behaviors of the tests: entered once per agent, or found by a trial.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FlaskConical, Square } from 'lucide-react'
import { Fragment, useId } from 'react'
import { create } from 'zustand'
import { type BehaviorId, behaviors, type Prompts } from '#shared/checks/behaviors.ts'
import type { Tried } from '#shared/contract/checks.ts'
import { maxPreparedChars } from '#shared/contract/constants.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../../host/engine.tsx'
import { usePromptDraft } from '../../../state/checks.ts'
import { showOnWire } from '../../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { CodeText } from '../../../ui/code-text.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { Problem, ProgressBar } from '../../../ui/feedback.tsx'
import { TextField } from '../../../ui/field.tsx'
import { UntrustedText } from '../../../ui/untrusted-text.tsx'
import { visibleString } from '../../../ui/visible-text.ts'
import { useDiscovery } from '../../agent/index.ts'
import { usePrompts } from '../use-check-run.ts'
import { changedPrompts, filledBy, savedPrompts } from './prompt-draft.ts'

// A trial of the agent's examples: it continues while its dialog is closed for an exchange, and ends when it is stopped or
// another begins.

interface TrialState {
  readonly agentId: string | undefined
  /** Absent before the first prompt and after the last. */
  readonly at: { readonly prompt: string; readonly done: number; readonly total: number } | undefined
  readonly isRunning: boolean
  readonly tried: readonly Tried[]
  readonly problem: string | undefined
  run(client: EngineClient, agentId: string, onDone: (prompts: Prompts) => void): Promise<void>
  stop(): void
}

const fresh = { at: undefined, isRunning: false, tried: [], problem: undefined } as const

const useTrial = create<TrialState>((set, get) => {
  let stopper: AbortController | undefined
  return {
    agentId: undefined,
    ...fresh,
    async run(client, agentId, onDone) {
      stopper?.abort()
      const own = new AbortController()
      stopper = own
      const { signal } = own
      set({ ...fresh, agentId, isRunning: true })
      try {
        for await (const step of await client.checks.tryPrompts({ agentId }, { signal })) {
          if (signal.aborted) return
          switch (step.kind) {
            case 'trying':
              set({ at: { prompt: step.prompt, done: step.done, total: step.total } })
              break
            case 'tried':
              set({ tried: [...get().tried, step.tried] })
              break
            case 'done':
              onDone(step.prompts)
          }
        }
      } catch (error) {
        if (!signal.aborted) set({ problem: messageOf(error) })
      }
      if (!signal.aborted) set({ at: undefined, isRunning: false })
    },
    stop() {
      stopper?.abort()
      set({ at: undefined, isRunning: false })
    },
  }
})

const none = {
  at: undefined,
  isRunning: false,
  tried: [],
  problem: undefined,
  stop: () => undefined,
} as const

export function PromptsDialog({ agentId }: { readonly agentId: string }) {
  const { client, queries } = useEngine()
  const cache = useQueryClient()
  const { data: stored, error } = usePrompts(agentId)
  const { draft, write, drop, hide } = usePromptDraft()
  const own = draft?.agentId === agentId ? draft : undefined
  const prompts = own?.prompts ?? stored ?? {}
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
      // The drafts at that time.
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
      disabled={save.isPending || stored === undefined}
      error={save.error ?? error}
      head={
        <>
          <p className="dim mb-10">
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
      {stored === undefined && !error ? (
        <p className="dim">Reading the prompts…</p>
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
/** The only behavior with a second message. */
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

interface TrialViewProps {
  readonly agentId: string
  onTry(): void
  onShow(exchangeId: string): void
}

function TrialView({ agentId, onTry, onShow }: TrialViewProps) {
  const trial = useTrial()
  const { at, isRunning, tried, problem, stop } = trial.agentId === agentId ? trial : none
  return (
    <section className="trial boxed mb-14 py-8 px-10 small" aria-label="Trial">
      <div className="trial-head line gap-10">
        {isRunning ? (
          <>
            <span className="truncate" role="status">
              {at ? `Trying “${visibleString(at.prompt, 80)}”` : 'Asking for the first example…'}
            </span>
            <span className="trial-bar">
              <ProgressBar label="Trial" part={at && at.total > 0 ? tried.length / at.total : undefined} />
            </span>
            <Button onClick={stop}>
              <Square size={11} /> Stop
            </Button>
          </>
        ) : (
          <>
            <span className="dim">
              {tried.length === 0
                ? 'A trial sends “Hello” and the examples of the agent’s skills, and fills in what’s empty.'
                : `${tried.length} tried. Empty prompts are filled in.`}
            </span>
            <span className="spacer" />
            <Button onClick={onTry}>
              <FlaskConical size={12} /> Try the examples
            </Button>
          </>
        )}
      </div>
      <Problem error={problem} />
      {tried.length > 0 && (
        <ul className="trial-list column gap-6 mt-8 scrolls" aria-label="Prompts tried">
          {tried.map((each) => (
            <TriedRow key={each.prompt} tried={each} onShow={onShow} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface TriedRowProps {
  readonly tried: Tried
  onShow(exchangeId: string): void
}

function TriedRow({ tried: { prompt, sentence, behaviors: shown, exchangeId }, onShow }: TriedRowProps) {
  return (
    <li className="tried">
      <span>
        <UntrustedText text={prompt} limit={200} />
      </span>
      <span className="dim">
        <CodeText text={sentence} />{' '}
        {shown.length > 0 && (
          <span className="faint">{shown.map((id) => behaviors[id].name).join(', ')}</span>
        )}{' '}
        {exchangeId !== undefined && (
          <LinkButton
            aria-label={`Show request of “${visibleString(prompt, 80)}”`}
            onClick={() => onShow(exchangeId)}
          >
            Show request
          </LinkButton>
        )}
      </span>
    </li>
  )
}
