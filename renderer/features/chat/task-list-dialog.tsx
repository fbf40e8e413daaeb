// The agent's own list of its tasks, by pages. Getting one shows it in the chat and the timeline.

import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type TaskState, taskStates } from '#shared/a2a/model.ts'
import type { ListedTask } from '#shared/contract/tasks.ts'
import { defined } from '#shared/defined.ts'
import { maxTitleChars, shorten } from '#shared/shorten.ts'
import { useEngine } from '../../host/engine.tsx'
import { useSelection } from '../../state/selection.ts'
import { showOnWire } from '../../state/show-on-wire.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/feedback.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { StateMark } from '../../ui/marks.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { shortId } from '../../ui/visible-text.ts'
import { choiceOf, useCurrentConversation, useShow } from './use-conversation.ts'
import './chat.css'

const pageSize = 50

export function TaskListDialog({ agentId, onClose }: { readonly agentId: string; onClose(): void }) {
  const { client } = useEngine()
  const open = useMutation({ mutationFn: useTakeUp(agentId), onSuccess: onClose })
  const contextId = useCurrentConversation()?.contextId
  const stateId = useId()
  const [state, setState] = useState<TaskState | ''>('')
  const [onlyHere, setOnlyHere] = useState(false)
  const [requested, setRequested] = useState('')
  const filter = {
    agentId,
    pageSize,
    ...(state !== '' && { state }),
    ...(onlyHere && contextId !== undefined && { contextId }),
  }
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['tasks', 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.tasks.list({ ...filter, ...defined({ pageToken: pageParam }) }, { signal }),
    getNextPageParam: (last) => last.page?.nextPageToken,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const pages = data?.pages ?? []
  const tasks = pages.flatMap(({ page }) => page?.tasks ?? [])
  const total = pages.at(-1)?.page?.totalSize
  const unanswered = pages.find(({ page }) => page === undefined)

  return (
    <Dialog
      title="Tasks of the agent"
      wide
      onClose={onClose}
      actions={
        <>
          <span className="dim task-list-count">
            {tasks.length > 0 && `${tasks.length}${total === undefined ? '' : ` of ${total}`}`}
          </span>
          <Button disabled={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        </>
      }
    >
      <div className="task-list-filters line wraps mb-10">
        <span>
          <label htmlFor={stateId}>State</label>
          <Select<TaskState | ''>
            id={stateId}
            options={['', ...taskStates]}
            value={state}
            nameOf={(each) => each || 'Any'}
            onChange={setState}
          />
        </span>
        {contextId !== undefined && (
          <label>
            <input
              type="checkbox"
              checked={onlyHere}
              onChange={({ target }) => setOnlyHere(target.checked)}
            />{' '}
            Only this conversation
          </label>
        )}
      </div>
      <Problem error={open.error ?? error} />
      {unanswered && (
        <p className="notice" role="alert">
          <strong>{unanswered.problem?.what ?? 'The agent’s response has no list of tasks.'}</strong>
          {unanswered.problem && <UntrustedText text={unanswered.problem.detail} limit={600} />}
          <LinkButton
            onClick={() => {
              showOnWire(unanswered.exchangeId)
              onClose()
            }}
          >
            Show request
          </LinkButton>
        </p>
      )}
      <TaskRows tasks={tasks} onOpen={open.mutate} />
      {isFetching && <p className="dim">Loading…</p>}
      {!isFetching && !error && !unanswered && tasks.length === 0 && (
        <p className="dim">No matching tasks.</p>
      )}
      {hasNextPage && !isFetching && <Button onClick={() => void fetchNextPage()}>Next page</Button>}
      <form
        className="field-row mt-14"
        onSubmit={(event) => {
          event.preventDefault()
          if (requested !== '') open.mutate(requested)
        }}
      >
        <TextField label="Or get one task by its ID" mono value={requested} onChange={setRequested} />
        <Button type="submit" disabled={requested === ''}>
          Get the task
        </Button>
      </form>
    </Dialog>
  )
}

interface TaskRowsProps {
  readonly tasks: readonly ListedTask[]
  onOpen(taskId: string): void
}

function TaskRows({ tasks, onOpen }: TaskRowsProps) {
  if (tasks.length === 0) return null
  return (
    <table className="task-list full-width small" aria-label="Tasks">
      <thead>
        <tr>
          <th>State</th>
          <th>Task</th>
          <th>Conversation</th>
          <th>Since</th>
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map(({ taskId, contextId, state, timestamp }) => (
          <tr key={taskId}>
            <td>
              <StateMark state={state} />
            </td>
            <td className="mono" title={shorten(taskId, maxTitleChars)}>
              {shortId(taskId)}
            </td>
            <td className="mono dim" title={contextId && shorten(contextId, maxTitleChars)}>
              {contextId && shortId(contextId)}
            </td>
            <td className="dim">{timestamp && <UntrustedText text={timestamp} limit={40} />}</td>
            <td>
              <Button onClick={() => onOpen(taskId)} aria-label={`Get ${shortId(taskId)}`}>
                Get
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Gets a task of the agent, then shows its conversation. */
function useTakeUp(agentId: string): (taskId: string) => Promise<void> {
  const { client } = useEngine()
  const show = useShow(agentId)
  return async (taskId) => {
    const { exchangeId } = await client.tasks.get({ agentId, taskId })
    useSelection.getState().selectExchange(exchangeId)
    const task = await client.story.task({ agentId, taskId })
    if (!task) return
    show(choiceOf(task.of))
    useSelection.getState().selectTask(task.key, { exchangeId })
  }
}
