import type { IncomingMessage, ServerResponse } from 'node:http'
import { readRequest } from '#engine/platform/net.ts'
import { parsedJson } from '#shared/json/parse-json.ts'

/** Of a request to be let in; refused. */
const maxAdmissionBytes = 64 * 1024

/** What a request carries; undefined where that is no JSON, too much, or broke off. */
export async function readRequestJson(request: IncomingMessage): Promise<unknown> {
  const read = await readRequest(request, maxAdmissionBytes)
  return typeof read === 'string' ? undefined : parsedJson(read.text)
}

export function sendJson(response: ServerResponse, json: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(JSON.stringify(json))
}
