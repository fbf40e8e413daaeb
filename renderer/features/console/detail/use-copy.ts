// Copies an exchange and reports the outcome: secrets that were left out can be requested in a second step.

import { useState } from 'react'
import { messageOf } from '#shared/errors.ts'
import type { SnippetForm } from '#shared/export/snippet.ts'
import { useEngine } from '../../../host/engine.tsx'

export const formNames: Readonly<Record<SnippetForm, string>> = {
  curl: 'cURL (bash)',
  'curl-powershell': 'cURL (PowerShell)',
  fetch: 'fetch',
  httpx: 'Python (httpx)',
  grpcurl: 'grpcurl (bash)',
  'sdk-js': 'A2A SDK (JavaScript)',
  'sdk-python': 'A2A SDK (Python)',
}

export interface CopyOutcome {
  readonly text: string
  /** The form that can be copied again with its secrets. */
  readonly withSecrets?: SnippetForm
  readonly isProblem?: true
}

export type Copying = ReturnType<typeof useCopy>

export function useCopy(exchangeId: string | undefined) {
  const { client } = useEngine()
  const [outcome, setOutcome] = useState<CopyOutcome>()

  function copy(form: SnippetForm, secrets = false): void {
    if (exchangeId === undefined) return
    client.console
      .snippet({ exchangeId, form, secrets })
      .then(async ({ text, hidden }) => {
        await navigator.clipboard.writeText(text)
        const left = hidden === 1 ? 'A secret is redacted.' : `${hidden} secrets are redacted.`
        if (hidden === 0)
          setOutcome({ text: `Copied as ${formNames[form]}${secrets ? ', with its secrets' : ''}.` })
        else if (secrets)
          setOutcome({ text: `Copied as ${formNames[form]}. Parley no longer has its secrets.` })
        else setOutcome({ text: `Copied as ${formNames[form]}. ${left}`, withSecrets: form })
      })
      .catch((error: unknown) => setOutcome({ text: messageOf(error), isProblem: true }))
  }

  return { outcome, setOutcome, copy }
}
