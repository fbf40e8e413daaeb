// Permission outside the protocol (1.0 §7.6): a page of this agent with two buttons. A scene waits for the page's answer.

import { once } from 'node:events'
import type { RequestHandler, Response } from 'express'
import express from 'express'
import { donePage, PAGE_POLICY, page } from './sign-in/pages.ts'

// The page behind the link of an auth-required task, and the handler of its buttons.

export const PERMISSION_PATH = '/allow'

export function createPermissionPage(permissions: Permissions): RequestHandler {
  const router = express.Router()
  router.get('/:taskId', (request, response) => {
    send(response, permissions.isAsked(request.params.taskId) ? question : undefined)
  })
  router.post('/:taskId', express.urlencoded({ extended: false, limit: '1kb' }), (request, response) => {
    const verdict = request.body?.verdict === 'refused' ? 'refused' : 'allowed'
    send(response, permissions.answer(request.params.taskId, verdict) ? thanks : undefined)
  })
  return router
}

function send(response: Response, html: string | undefined): void {
  response
    .status(html === undefined ? 404 : 200)
    .type('html')
    .set('content-security-policy', PAGE_POLICY)
    .send(html ?? nothingWaits)
}

const question = page(
  'The travel concierge requests 58 EUR',
  '<p>from your travel account, for the tickets.</p><form method="post">',
  '<button class="allow" name="verdict" value="allowed">Allow</button>',
  '<button name="verdict" value="refused">Deny</button></form>',
)
const thanks = donePage('The task continues. You can close this page.')
const nothingWaits = page('Nothing to allow', '<p>No task is waiting for permission here.</p>')

export type Decision = 'allowed' | 'refused'

export type Permissions = ReturnType<typeof createPermissions>

const PATIENCE_MS = 10 * 60_000

export function createPermissions(patienceMs = PATIENCE_MS) {
  const targets = new Map<string, EventTarget>()
  return {
    /** Waits for the traveler; a time-out is a no, and an aborted signal ends the wait. */
    async request(taskId: string, signal: AbortSignal): Promise<Decision> {
      const question = new EventTarget()
      targets.set(taskId, question)
      try {
        const patience = AbortSignal.timeout(patienceMs)
        patience.addEventListener('abort', () => question.dispatchEvent(new Event('answer')))
        const [event] = await once(question, 'answer', { signal })
        return event instanceof CustomEvent && event.detail === 'allowed' ? 'allowed' : 'refused'
      } finally {
        if (targets.get(taskId) === question) targets.delete(taskId)
      }
    },
    isAsked: (taskId: string): boolean => targets.has(taskId),
    /** False when no scene is waiting. */
    answer(taskId: string, verdict: Decision): boolean {
      return targets.get(taskId)?.dispatchEvent(new CustomEvent('answer', { detail: verdict })) ?? false
    },
  }
}
