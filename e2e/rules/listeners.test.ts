import { expect, test } from 'vitest'
import { checkListeners } from './listeners.ts'
import { plantedTree } from './tree.ts'

test.each([
  ["socket.on('data', (chunk) => take(chunk))", false],
  ["socket.once('data', take)", false],
  ["socket['on']('data', take)", false],
  ["socket.on?.('data', take)", false],
  ["socket.on<'data'>(nameOf('data'), take)", false],
  ["socket.prependOnceListener('data', take)", false],
  ["signal?.addEventListener('abort', () => stop())", false],
  ['setTimeout(() => stop(), 10)', false],
  ['globalThis.setInterval(stop, 10)', false],
  ['setImmediate(flush)', false],
  ['process.nextTick(flush)', false],
  ['queueMicrotask(() => fail(error))', false],
  ['createServer((request, response) => answer(response))', false],
  ['createServer({}, (request, response) => answer(response))', false],
  ['server.listen(port, () => started())', false],
  ["const seen = () => take(); diagnostics.subscribe('undici', seen)", false],
  ['function seen() {} fs.watch(folder, seen)', false],
  ['response.end(text, () => socket.destroySoon())', false],
  ['port.onmessage = take', false],
  ['setTimeout(() => resolve() || boom(), 10)', false],
  ['setTimeout(resolve.then(boom), 10)', false],
  ["socket.on('data', guarded('data', take))", true],
  ["const take = guarded('data', read); socket.on('data', take)", true],
  ["socket.once('error', reject)", true],
  ['setTimeout(resolve, 10)', true],
  ['setTimeout(() => resolve(), 10)', true],
  ['server.close(() => resolve())', true],
  ['createServer()', true],
  ['createServer({ maxHeaderSize: 1 })', true],
  ['server.listen(port)', true],
  ['response.end(text)', true],
  ['response.end(guarded("answered", hangUp))', true],
  ['exchange.end(facts, reading)', true],
  ['object.member = () => 1; exchange.end(facts)', true],
  ["object.member = guarded('x', act); setTimeout(act, 1)", false],
])('%s', (source, isSound) => {
  expect(checkListeners(plantedTree({ 'electron/engine/x.ts': source })).length === 0).toBe(isSound)
})
