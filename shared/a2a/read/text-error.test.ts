import { expect, test } from 'vitest'
import type { AgentError } from '../model.ts'
import { readTextError } from './text-error.ts'

test.each<[string, string, number, AgentError]>([
  [
    'plain text (FastA2A)',
    'Internal Server Error',
    500,
    { message: 'Internal Server Error', httpStatus: 500 },
  ],
  [
    'text that names the error',
    'Task not found\n',
    404,
    { code: -32001, message: 'Task not found', httpStatus: 404 },
  ],
  [
    'a page (Express)',
    '<!DOCTYPE html>\n<html><head><title>Error</title></head><body><pre>Cannot GET /x</pre></body></html>',
    404,
    { message: 'Cannot GET /x', httpStatus: 404 },
  ],
  [
    'a page (gateway)',
    '<html><head><TITLE>502 Bad Gateway</TITLE></head></html>',
    502,
    { message: '502 Bad Gateway', httpStatus: 502 },
  ],
  ['a page that says nothing', '<div>', 500, { message: '', httpStatus: 500 }],
  ['nothing', '', 503, { message: '', httpStatus: 503 }],
  ['a megabyte', 'x'.repeat(1_000_000), 500, { message: 'x'.repeat(500), httpStatus: 500 }],
])('%s', (_, text, httpStatus, error) => {
  expect(readTextError(text, httpStatus)).toEqual(error)
})
