// HAR 1.2 as a JSON schema, written from its specification (http://www.softwareishard.com/blog/har-12-spec/): required
// members and their types. Members with a leading underscore are custom.

import type { z } from 'zod'

type Schema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>

const text: Schema = { type: 'string' }
const pairs: Schema = {
  type: 'array',
  items: { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } },
}
/** -1 means that it does not apply. */
const step: Schema = { type: 'number', minimum: -1 }

const request: Schema = {
  type: 'object',
  required: ['method', 'url', 'httpVersion', 'cookies', 'headers', 'queryString', 'headersSize', 'bodySize'],
  properties: {
    method: text,
    url: { type: 'string', pattern: '^[a-z]+://' },
    httpVersion: text,
    cookies: pairs,
    headers: pairs,
    queryString: pairs,
    postData: {
      type: 'object',
      required: ['mimeType', 'text', 'params'],
      properties: { mimeType: text, text, params: pairs },
    },
    headersSize: { type: 'integer', minimum: -1 },
    bodySize: { type: 'integer', minimum: -1 },
  },
}

const response: Schema = {
  type: 'object',
  required: [
    'status',
    'statusText',
    'httpVersion',
    'cookies',
    'headers',
    'content',
    'redirectURL',
    'headersSize',
    'bodySize',
  ],
  properties: {
    status: { type: 'integer' },
    statusText: text,
    httpVersion: text,
    cookies: pairs,
    headers: pairs,
    content: {
      type: 'object',
      required: ['size', 'mimeType'],
      properties: { size: { type: 'integer' }, mimeType: text, text, encoding: text },
    },
    redirectURL: text,
    headersSize: { type: 'integer', minimum: -1 },
    bodySize: { type: 'integer', minimum: -1 },
  },
}

export const harFormat: Schema = {
  type: 'object',
  required: ['log'],
  properties: {
    log: {
      type: 'object',
      required: ['version', 'creator', 'entries'],
      properties: {
        version: { const: '1.2' },
        creator: { type: 'object', required: ['name', 'version'], properties: { name: text, version: text } },
        pages: { type: 'array' },
        entries: {
          type: 'array',
          items: {
            type: 'object',
            required: ['startedDateTime', 'time', 'request', 'response', 'cache', 'timings'],
            properties: {
              startedDateTime: {
                type: 'string',
                pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
              },
              time: { type: 'number', minimum: 0 },
              request,
              response,
              cache: { type: 'object' },
              timings: {
                type: 'object',
                required: ['send', 'wait', 'receive'],
                properties: {
                  blocked: step,
                  dns: step,
                  connect: step,
                  ssl: step,
                  send: { type: 'number', minimum: 0 },
                  wait: { type: 'number', minimum: 0 },
                  receive: { type: 'number', minimum: 0 },
                },
              },
              serverIPAddress: text,
              connection: text,
              comment: text,
            },
          },
        },
      },
    },
  },
}
