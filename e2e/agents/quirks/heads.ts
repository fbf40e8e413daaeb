// The response heads of the two most common web servers, as captured.

import { createHash } from 'node:crypto'
import type { RawHeaders } from '#shared/record/entry.ts'
import type { Reply } from '../http-server.ts'
import type { Quirk } from '../quirk.ts'

/** Lower-case names, date and server first. */
export const uvicorn: Quirk = {
  reply(answer) {
    const rest = answer.headers.map(([name, value]): readonly [string, string] => [
      name.toLowerCase(),
      value === 'text/plain' ? 'text/plain; charset=utf-8' : value,
    ])
    const length = rest.filter(([name]) => name === 'content-length')
    const others = rest.filter(([name]) => name !== 'content-length')
    const lead: RawHeaders = [
      ['date', new Date().toUTCString()],
      ['server', 'uvicorn'],
    ]
    return { ...answer, headers: [...lead, ...length, ...others] }
  },
}

export const express: Quirk = {
  reply(answer) {
    const utf8 = answer.headers.map(([name, value]): readonly [string, string] =>
      name === 'Content-Type' && value === 'application/json'
        ? [name, `${value}; charset=utf-8`]
        : [name, value],
    )
    const tail: RawHeaders = [...etag(answer), ['Date', new Date().toUTCString()]]
    return { ...answer, headers: [['X-Powered-By', 'Express'], ...utf8, ...tail] }
  },
}

function etag({ body }: Reply): RawHeaders {
  if (typeof body !== 'string') return []
  const hash = createHash('sha1').update(body).digest('base64').slice(0, 27)
  return [['ETag', `W/"${Buffer.byteLength(body).toString(16)}-${hash}"`]]
}
