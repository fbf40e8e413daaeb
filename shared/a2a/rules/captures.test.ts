// No false alarms: every finding on captures of real servers is listed here, with the place in PROTOCOL.md that explains it. A
// capture that is not listed has no finding.

import { describe, expect, it } from 'vitest'
import { readCaptures } from '../../../e2e/fixtures/capture.ts'
import { judgeCapture } from '../../../e2e/fixtures/judge-capture.ts'
import { resolvePointer, stepsOf } from './pointer.ts'

const reasons = {
  abortedStream:
    '§3.5: Python 0.3.26 aborts the connection when the executor throws, REST before the first event',
  bareModes: '§2.1: "text" is the default of 0.1 and no media type',
  deletedWithoutResult: '§3.2, §9.3: Python 0.3.26 omits `result` after deleting; §9.5 keeps this an error',
  eventError: '§3.5: errors come as `event: error`',
  foreignTaskId:
    '§3.5, §9.3: JS 0.3.14 invents another taskId when the executor throws; §9.5 keeps this an error',
  htmlForUnknownPath: '§4.4, §9.3: unknown paths give Express HTML',
  ignoresTaskId: '§9.1: FastA2A starts a task of its own whatever task the message names',
  leakedCase: '§2.3: JS 1.x leaks ts-proto internals; one of the real bugs',
  neverBlocks: '§7.3: FastA2A never waits, whatever the request sets',
  noCacheHeaders: '§1.4, §8.3: Python sends no cache headers; 1.0 says SHOULD',
  noSkills: '§9.1: FastA2A allows skills: []',
  noZone: '§3.3, §9.1: FastA2A timestamps have no zone',
  onlyOldPath: '§9.1: agent-card.json is 404 text/plain',
  parseErrorWithoutId: '§3.6, §9.3: Python 0.3.26 parse error has no id',
  printsDefaults: '§3.3: Python’s ListTasks prints empty lists',
  status400: '§3: JS 0.3.14 answers 400 for unparsable JSON',
  textForUnexpected: '§9.1: FastA2A answers 500 text/plain for everything unexpected',
  textForUnknownPath: '§4.4, §9.3: unknown paths give text, and 405 text for GET',
  textInData: '§3.6: Python puts a plain string in data',
  unrecognized: '§9.3: JS 1.3.0 echoes a wrong role as "UNRECOGNIZED"; one of the real bugs',
} as const

const expected: Readonly<Record<string, Readonly<Record<string, keyof typeof reasons>>>> = {
  'fasta2a-0.5.0/card_agent_card_json': { 'warning PARLEY-HTTP-002': 'onlyOldPath' },
  'fasta2a-0.5.0/card_agent_json': { 'info PARLEY-OBJ-004': 'noSkills' },
  'fasta2a-0.5.0/rpc_bad_json': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_cancel': { 'warning DM-SERIAL-003': 'noZone' },
  'fasta2a-0.5.0/rpc_get': { 'warning DM-SERIAL-003': 'noZone' },
  'fasta2a-0.5.0/rpc_get_after': { 'warning DM-SERIAL-003': 'noZone' },
  'fasta2a-0.5.0/rpc_get_h1': { 'warning DM-SERIAL-003': 'noZone' },
  'fasta2a-0.5.0/rpc_no_kind': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_no_msgid': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_push_set': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_push_set_01': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_send': { 'warning DM-SERIAL-003': 'noZone' },
  'fasta2a-0.5.0/rpc_send_cfg_blocking': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_send_cfg_modes': {
    'warning CORE-EXECUTION-MODE-001': 'neverBlocks',
    'warning DM-SERIAL-003': 'noZone',
  },
  'fasta2a-0.5.0/rpc_send_taskid': {
    'error PARLEY-OBJ-016': 'ignoresTaskId',
    'warning DM-SERIAL-003': 'noZone',
  },
  'fasta2a-0.5.0/rpc_send_v10': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_stream': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'fasta2a-0.5.0/rpc_unknown': { 'warning PARLEY-HTTP-002': 'textForUnexpected' },
  'js-0.3.14/card': { 'info PARLEY-CARD-006': 'bareModes' },
  'js-0.3.14/rest_list': { 'warning PARLEY-HTTP-001': 'htmlForUnknownPath' },
  'js-0.3.14/rpc_bad_json': { 'info PARLEY-HTTP-008': 'status400' },
  'js-0.3.14/rpc_resub_404': { 'info PARLEY-SSE-003': 'eventError' },
  'js-0.3.14/rpc_stream_no_messageid': { 'info PARLEY-SSE-003': 'eventError' },
  'js-0.3.14/rpc_stream_throw': { 'error PARLEY-SEQ-007': 'foreignTaskId' },
  'js-1.3.0-legacy-off/card': { 'error PARLEY-CARD-015': 'leakedCase' },
  'js-1.3.0-legacy-off/card_v10hdr': { 'error PARLEY-CARD-015': 'leakedCase' },
  'js-1.3.0-legacy-off/rest_unknown_path': { 'warning PARLEY-HTTP-001': 'htmlForUnknownPath' },
  'js-1.3.0-legacy-off/rest_v03_card': { 'warning PARLEY-HTTP-001': 'htmlForUnknownPath' },
  'js-1.3.0-legacy-off/rpc_get_verb': { 'warning PARLEY-HTTP-001': 'htmlForUnknownPath' },
  'js-1.3.0-legacy-off/rpc_kind_parts': { 'error DM-MSG-002': 'unrecognized' },
  'py-0.3.26/card': { 'info PARLEY-CARD-006': 'bareModes' },
  'py-0.3.26/rest_stream_jsonshape': { 'error PARLEY-SSE-005': 'abortedStream' },
  'py-0.3.26/rest_sub_get': { 'error PARLEY-SSE-005': 'abortedStream' },
  'py-0.3.26/rpc_bad_json': { 'warning PARLEY-RPC-002': 'parseErrorWithoutId' },
  'py-0.3.26/rpc_push_del': { 'error PARLEY-RPC-005': 'deletedWithoutResult' },
  'py-0.3.26/rpc_stream_throw': { 'warning PARLEY-SEQ-003': 'abortedStream' },
  'py-1.1.0p7-compat-off/card': {
    'info CARD-CACHE-001': 'noCacheHeaders',
    'info CARD-CACHE-002': 'noCacheHeaders',
  },
  'py-1.1.0p7-compat-off/card_v10hdr': {
    'info CARD-CACHE-001': 'noCacheHeaders',
    'info CARD-CACHE-002': 'noCacheHeaders',
  },
  'py-1.1.0p7-compat-off/rest_list': { 'info CORE-LIST-005': 'printsDefaults' },
  'py-1.1.0p7-compat-off/rest_unknown_path': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rest_v03_card': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rest_v03_get': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rest_v03_get404': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rest_v03_send': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rest_v03_stream': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rpc_bad_params': { 'warning JSONRPC-ERR-003': 'textInData' },
  'py-1.1.0p7-compat-off/rpc_get_verb': { 'warning PARLEY-HTTP-002': 'textForUnknownPath' },
  'py-1.1.0p7-compat-off/rpc_kind_parts': { 'warning JSONRPC-ERR-003': 'textInData' },
  'py-1.1.0p7-compat-off/rpc_list': { 'info CORE-LIST-005': 'printsDefaults' },
  'py-1.1.0p7-compat-off/rpc_list_page': { 'info CORE-LIST-005': 'printsDefaults' },
  'py-1.1.0p7-compat-off/rpc_part_two': { 'warning JSONRPC-ERR-003': 'textInData' },
  'py-1.1.0p7-compat-off/rpc_stream_throw': { 'info PARLEY-SSE-003': 'eventError' },
}

const judgements = readCaptures().map((capture) => ({ name: capture.name, ...judgeCapture(capture) }))

describe('captures', () => {
  it('give rise to the findings reviewed here and to no others', () => {
    const matches = judgements
      .filter(({ findings }) => findings.length > 0)
      .map(({ name, findings }) => [
        name,
        findings.map(({ finding }) => `${finding.severity} ${finding.rule}`),
      ])
    const rules = matches.map(([name, all]) => [name, [...new Set(all)].sort()])
    const reviewed = Object.entries(expected).map(([name, all]) => [name, Object.keys(all).sort()])
    expect(Object.fromEntries(rules)).toEqual(Object.fromEntries(reviewed))
  })

  it('are judged in full', () => {
    const documents = judgements.reduce((sum, { documents: count }) => sum + count, 0)
    expect(documents).toBeGreaterThanOrEqual(309)
    expect(judgements.length).toBe(274)
  })

  it('are pointed into exactly', () => {
    const astray = judgements.flatMap(({ name, findings }) =>
      findings
        .filter(({ document, finding }) => document !== undefined && !pointsInto(document, finding.pointer))
        .map(({ finding }) => [name, finding]),
    )
    expect(astray).toEqual([])
  })

  it('have a reason used for every one written down', () => {
    const used = new Set(Object.values(expected).flatMap((all) => Object.values(all)))
    expect([...used].sort()).toEqual(Object.keys(reasons))
  })
})

/** A finding points at a value, or at where a missing one should be. */
function pointsInto(document: Parameters<typeof resolvePointer>[0], pointer: string): boolean {
  if (resolvePointer(document, pointer) !== undefined) return true
  const parent = pointer.slice(0, pointer.lastIndexOf('/'))
  return stepsOf(pointer).length > 0 && resolvePointer(document, parent) !== undefined
}
