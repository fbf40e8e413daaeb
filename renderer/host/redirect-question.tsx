// Has the user confirm an agent's redirect to another origin: one question at a time, in every window until one answers.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EngineClient } from '#shared/contract/contract.ts'
import type { RedirectQuestion as PendingRedirect, RedirectAnswer } from '#shared/contract/redirects.ts'
import { Question } from '../ui/dialog.tsx'
import { Checkbox } from '../ui/field.tsx'
import { formatBytes } from '../ui/format.ts'
import { UntrustedText } from '../ui/untrusted-text.tsx'
import { useLatest, useLiveEngine } from './engine.tsx'
import './host.css'

export function RedirectQuestions() {
  const [question] = useLatest(useLiveEngine().client, follow) ?? []
  return question && <RedirectQuestion key={question.id} question={question} />
}

const follow = (client: EngineClient, options: { readonly signal: AbortSignal }) =>
  client.host.redirects(undefined, options)

function RedirectQuestion({ question }: { readonly question: PendingRedirect }) {
  const { client, queries } = useLiveEngine()
  const cache = useQueryClient()
  const [isKept, setKept] = useState(false)
  // Another window may have answered, so the list of allowed redirects may have changed.
  useEffect(
    () => () => void cache.invalidateQueries({ queryKey: queries.access.describe.key() }),
    [cache, queries],
  )
  const answer = useMutation({
    mutationFn: (text: RedirectAnswer) =>
      client.host.answerRedirect({ questionId: question.id, answer: text }),
  })
  const { agentId, label, method, bodyBytes, isDownload, place, from, to, address } = question
  return (
    <Question
      title={isDownload ? 'Download from another origin?' : 'Send this request to another origin?'}
      no={isDownload ? 'Don’t download' : 'Don’t send'}
      yes={isDownload ? 'Download' : 'Send'}
      pending={answer.isPending || answer.isSuccess}
      error={answer.error}
      onNo={() => answer.mutate('refuse')}
      onYes={() => answer.mutate(isKept ? 'always' : 'once')}
    >
      <p>
        <strong>{new URL(from).host}</strong> redirects this {isDownload ? 'download' : 'request'} to{' '}
        <strong>{new URL(to).host}</strong>. Nothing has been sent there yet, and credentials are never sent
        along.
      </p>
      {place === 'near' && (
        <p className="notice warning mt-10">
          <strong>This address is on this machine or in its network</strong>
          Allow it only if you know the service there: an agent can use a redirect to reach what it can’t
          reach itself.
        </p>
      )}
      <dl className="redirect-facts">
        <dt>Request</dt>
        <dd>
          <UntrustedText text={label} limit={200} />
          {bodyBytes > 0 && ` · ${method} with a body of ${formatBytes(bodyBytes)}`}
        </dd>
        <dt>To</dt>
        <dd className="mono">
          <UntrustedText text={address} limit={2048} />
        </dd>
      </dl>
      {agentId !== undefined && (
        <Checkbox
          label={`Always allow redirects from ${from} to ${to}`}
          checked={isKept}
          onChange={setKept}
        />
      )}
    </Question>
  )
}
