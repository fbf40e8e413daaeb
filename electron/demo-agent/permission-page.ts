// The page behind the link of an auth-required task, and the answer to its buttons.

import express, { type RequestHandler } from 'express'
import type { Permissions } from './permissions.ts'

export const PERMISSION_PATH = '/allow'

export function createPermissionPage(permissions: Permissions): RequestHandler {
  const router = express.Router()
  router.get('/:taskId', (request, response) => {
    const asked = permissions.isAsked(request.params.taskId)
    response
      .status(asked ? 200 : 404)
      .type('html')
      .send(page(asked ? BUTTONS : NOTHING_ASKED))
  })
  router.post('/:taskId', express.urlencoded({ extended: false, limit: '1kb' }), (request, response) => {
    const verdict = request.body?.verdict === 'refused' ? 'refused' : 'allowed'
    const heard = permissions.answer(request.params.taskId, verdict)
    response
      .status(heard ? 200 : 404)
      .type('html')
      .send(page(heard ? THANKS : NOTHING_ASKED))
  })
  return router
}

const BUTTONS =
  '<p>The travel concierge wants to charge 58 EUR to your travel account.</p><form method="post">' +
  '<button name="verdict" value="allowed">Allow</button> <button name="verdict" value="refused">Refuse</button></form>'
const THANKS = '<p>Thank you. The task goes on; you can close this page.</p>'
const NOTHING_ASKED = '<p>No task is waiting for permission here.</p>'

function page(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Travel account</title><body>${body}</body></html>\n`
}
