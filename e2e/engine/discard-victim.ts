// Writes a session and ends; or deletes or imports one, reports when it is in the middle of it, and waits to be killed.
// Usage: discard-victim.ts DATA_DIR keep|delete|import [ENTRIES]

import { openRecord } from '#engine/store/record.ts'

const [, , dataDir = '', what = '', entries = '6000'] = process.argv
const record = openRecord({ dataDir })
if (what !== 'keep') {
  // A second session, so that words are removed from an index that remains.
  const { sessionId: beside } = record.createSession('beside')
  record.append({ sessionId: beside, exchangeId: 'beside', at: 1, monoMs: 1, kind: 'note', text: 'kept' })
}
const { sessionId } =
  what === 'import' ? record.createDraft('half', {}, 1) : record.createSession('A long one')
for (let index = 0; index < Number(entries); index += 1) {
  const bytes = Buffer.from(`${index} `.repeat(1_500))
  record.append(
    {
      ...{ sessionId, exchangeId: `x${index}`, at: 1, monoMs: 1 },
      ...{ kind: 'end', reason: 'complete', receivedBytes: 1 },
      ...(index % 10 === 0 && { body: record.keep(bytes) }),
    },
    { taskId: `t${index}` },
  )
}
record.flush()
if (what === 'keep') {
  record.close()
  process.exit()
}
if (what === 'delete') {
  await record.search('word', 0, 1)
  record.deleteSession(sessionId).catch(() => undefined)
  while (record.discarded()[0]?.part === 0) await new Promise((resolve) => setImmediate(resolve))
}
process.stdout.write('in its midst\n')
setInterval(() => undefined, 1_000)
await new Promise(() => undefined)
