// Creates a push configuration for a task: the address, and how calls prove their sender.

import { skipToken, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Inputs } from '#shared/contract/contract.ts'
import { pushOptionsSchema, type ReceiverState } from '#shared/contract/push.ts'
import { defined } from '#shared/defined.ts'
import { useEngine } from '../../../../host/engine.tsx'
import { useReceiverAction } from '../../../../record/use-receiver.ts'
import { useWebhooks } from '../../../../state/console.ts'
import { useSelection } from '../../../../state/selection.ts'
import { FormDialog } from '../../../../ui/dialog.tsx'
import { draftFields } from '../../../../ui/draft-fields.ts'
import { SelectField, TextField } from '../../../../ui/field.tsx'
import { useAgentNames } from '../../../requests/index.ts'

interface NewConfigurationDialogProps {
  readonly state: ReceiverState
  readonly onClose: () => void
}

const anyAddress = 'automatic'

export function NewConfigurationDialog({ state, onClose }: NewConfigurationDialogProps) {
  const agentId = useSelection((selection) => selection.agentId)
  const nameOf = useAgentNames()
  const tasks = useNewestTasks(agentId)
  const taskListId = useId()
  const [draft, setDraft] = useState(newDraft)
  const [problem, setProblem] = useState<string>()
  const taskId = draft.taskId ?? tasks?.[0]?.taskId ?? ''
  const set = useReceiverAction((client, requested: Inputs['push']['set']) => client.push.set(requested))
  const change = (changes: Partial<ConfigurationDraft>) => setDraft({ ...draft, ...changes })
  const field = draftFields(draft, change)

  function submit(): void {
    if (agentId === undefined) return
    const options = pushOptionsSchema.safeParse(optionsOf(draft))
    setProblem(options.success ? undefined : (options.error.issues[0]?.message ?? 'Check what you entered.'))
    if (!options.success) return
    set.mutate(
      { agentId, taskId: taskId.trim(), options: options.data },
      {
        onSuccess({ id }) {
          useWebhooks.getState().chooseConfiguration(id)
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title="New push configuration"
      submitLabel={set.isPending ? 'Asking the agent…' : 'Register at the agent'}
      disabled={agentId === undefined || taskId.trim() === '' || set.isPending}
      error={problem ?? set.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dim mb-12">
        {agentId === undefined
          ? 'Choose an agent first: a configuration is set on one of its tasks.'
          : `${nameOf(agentId)} is asked to call Parley whenever something happens to the task.`}
      </p>
      <TextField
        label="Task"
        mono
        required
        list={taskListId}
        hint={tasks?.length === 0 ? 'No task of this agent is known yet: begin one in the chat.' : undefined}
        value={taskId}
        onChange={field('taskId').onChange}
      />
      <SelectField
        label="Webhook address"
        options={[anyAddress, ...state.addresses.map(({ baseUrl }) => baseUrl)]}
        value={draft.baseUrl ?? anyAddress}
        hint={state.addresses.find(({ baseUrl }) => baseUrl === draft.baseUrl)?.sentence}
        onChange={(baseUrl) => change({ baseUrl: baseUrl === anyAddress ? undefined : baseUrl })}
      />
      <TextField label="Id" mono placeholder="generated" {...field('agentConfigId')} />
      <ProofFields draft={draft} change={change} />
      <datalist id={taskListId}>
        {tasks?.map(({ taskId: id, state: taskState = 'unknown' }) => (
          <option key={id} value={id}>
            {taskState}
          </option>
        ))}
      </datalist>
    </FormDialog>
  )
}

interface ProofFieldsProps {
  readonly draft: ConfigurationDraft
  change(changes: Partial<ConfigurationDraft>): void
}

function ProofFields({ draft, change }: ProofFieldsProps) {
  const field = draftFields(draft, change)
  return (
    <>
      <div className="field-row">
        <SelectField label="Token" options={tokens} nameOf={(each) => tokenNames[each]} {...field('token')} />
        {draft.token === 'typed' && (
          <TextField label="The token" mono required type="password" {...field('typedToken')} />
        )}
      </div>
      <div className="field-row">
        <TextField label="Authentication scheme" mono placeholder="none" {...field('scheme')} />
        <TextField
          label="Credentials"
          mono
          type="password"
          placeholder="generated"
          disabled={draft.scheme.trim() === ''}
          {...field('credentials')}
        />
      </div>
    </>
  )
}

/** The newest tasks of an agent to choose from. Read once, so that the list does not change meanwhile. */
function useNewestTasks(agentId: string | undefined) {
  const { client } = useEngine()
  return useQuery({
    queryKey: ['console', 'known-tasks', agentId],
    queryFn: agentId === undefined ? skipToken : ({ signal }) => client.story.tasks({ agentId }, { signal }),
    gcTime: 0,
  }).data
}

const tokens = ['made', 'typed', 'none'] as const
const tokenNames = { made: 'generated', typed: 'custom', none: 'none' } as const

interface ConfigurationDraft {
  /** Undefined: the newest task. */
  readonly taskId?: string
  readonly baseUrl?: string | undefined
  readonly agentConfigId: string
  readonly token: (typeof tokens)[number]
  readonly typedToken: string
  readonly scheme: string
  readonly credentials: string
}

const newDraft: ConfigurationDraft = {
  agentConfigId: '',
  token: 'made',
  typedToken: '',
  scheme: 'Bearer',
  credentials: '',
}

/** In the shape of `pushOptionsSchema`, not validated yet. */
function optionsOf({
  baseUrl,
  agentConfigId,
  token,
  typedToken,
  scheme,
  credentials,
}: ConfigurationDraft): unknown {
  const [id, named] = [agentConfigId.trim(), scheme.trim()]
  return {
    ...defined({ baseUrl }),
    ...(id !== '' && { agentConfigId: id }),
    token: token === 'typed' ? { kind: token, token: typedToken } : { kind: token },
    ...(named !== '' && {
      authentication: { scheme: named, ...(credentials !== '' && { credentials }) },
    }),
  }
}
