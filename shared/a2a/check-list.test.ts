import { expect, test } from 'vitest'
import { checkReply, type ReplyInput } from './check.ts'

const task = {
  id: 't1',
  contextId: 'c1',
  status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-01-01T00:00:00.000Z' },
  artifacts: [{ artifactId: 'a1', parts: [{ text: 'x' }] }],
}
const rules = (input: Pick<ReplyInput, 'raw' | 'asked'>) =>
  checkReply({ operation: 'list', dialect: '1.0', binding: 'GRPC', ...input }).map(({ rule }) => rule)

const page = { tasks: [task], nextPageToken: 'more', pageSize: 1, totalSize: 2 }

test.each([
  ['artifacts in a list nobody told the asking of', page, undefined, []],
  ['artifacts that were asked for', page, { includeArtifacts: true }, []],
  ['artifacts that were not asked for', page, {}, ['CORE-LIST-005']],
  ['the last page over gRPC, where empty members do not travel', { tasks: [task] }, undefined, []],
  ['no page at all over gRPC', {}, undefined, []],
])('%s', (_name, raw, request, expected) => {
  expect(rules({ raw, ...(request && { asked: request }) })).toEqual(expected)
})
