// The page behind the link of an auth-required task, and the answer to its buttons.

import express, { type RequestHandler } from 'express'
import type { Permissions } from './permissions.ts'
import { donePage, PAGE_POLICY, page } from './sign-in/pages.ts'

export const PERMISSION_PATH = '/allow'

export function createPermissionPage(permissions: Permissions): RequestHandler {
  const router = express.Router()
  router.get('/:taskId', (request, response) => {
    const asked = permissions.isAsked(request.params.taskId)
    response
      .status(asked ? 200 : 404)
      .type('html')
      .set('content-security-policy', PAGE_POLICY)
      .send(asked ? question : nothingWaits)
  })
  router.post('/:taskId', express.urlencoded({ extended: false, limit: '1kb' }), (request, response) => {
    const verdict = request.body?.verdict === 'refused' ? 'refused' : 'allowed'
    const heard = permissions.answer(request.params.taskId, verdict)
    response
      .status(heard ? 200 : 404)
      .type('html')
      .set('content-security-policy', PAGE_POLICY)
      .send(heard ? thanks : nothingWaits)
  })
  return router
}

const question = page(
  'The travel concierge requests 58 EUR',
  '<p>from your travel account, for the tickets.</p><form method="post">',
  '<button class="allow" name="verdict" value="allowed">Allow</button>',
  '<button name="verdict" value="refused">Deny</button></form>',
)
const thanks = donePage('The task continues. You can close this page.')
const nothingWaits = page('Nothing to allow', '<p>No task is waiting for permission here.</p>')
