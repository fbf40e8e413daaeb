import { useMutation } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import type { ProblemText } from '#shared/contract/console.ts'
import type { EngineClient } from '#shared/contract/contract.ts'
import { messageOf } from '#shared/errors.ts'
import { useEngine } from '../../host/engine.tsx'
import { Button } from '../../ui/button.tsx'

interface CopyForAgentProps {
  readonly exchangeId: string
  readonly problem: ProblemToCopy
}

/** Facts by name; empty ones are left out. */
export interface ProblemToCopy extends Omit<ProblemText, 'facts'> {
  readonly facts: Readonly<Record<string, string | undefined>>
}

export async function copyForAgent(
  client: EngineClient,
  exchangeId: string,
  problem: ProblemToCopy,
): Promise<void> {
  const facts = Object.entries(problem.facts).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  )
  const { text } = await client.console.report({ exchangeId, problem: { ...problem, facts } })
  await navigator.clipboard.writeText(text)
}

/** Copies a problem with its bytes as Markdown without secrets, for a coding agent or a person. */
export function CopyForAgent({ exchangeId, problem }: CopyForAgentProps) {
  const { client, canExport } = useEngine()
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => copyForAgent(client, exchangeId, problem),
  })
  if (!canExport) return null
  return (
    <>
      {error && (
        <span className="tone-bad truncate small" role="alert" title={messageOf(error)}>
          {messageOf(error)}
        </span>
      )}
      <Button
        aria-label={isSuccess ? undefined : 'Copy for a coding agent'}
        title="Markdown with the bytes, without secrets"
        onClick={() => mutate()}
      >
        {isSuccess ? <Check size={13} /> : <Copy size={13} />}
        <span>
          {isSuccess ? 'Copied' : 'Copy'}
          <span className="with-room">{!isSuccess && ' for a coding agent'}</span>
        </span>
      </Button>
    </>
  )
}
