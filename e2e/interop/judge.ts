// Findings for everything the wire reads, so that the run sees what a user would.

import type { JudgedItem } from '#engine/wire/wire.ts'
import { checkEvent, checkReply } from '#shared/a2a/check.ts'
import type { Finding } from '#shared/a2a/finding.ts'
import { bodyFormOf } from '#shared/a2a/rules/wire/http-facts.ts'

const none: readonly Finding[] = []

export function judge(item: JudgedItem): readonly Finding[] {
  const { operation, dialect, binding } = item.call
  if (operation === undefined || dialect === undefined || binding === undefined) return none
  switch (item.at) {
    case 'head':
      return none
    case 'item':
      return item.json === undefined ? none : checkEvent({ dialect, binding, raw: item.json })
    case 'body': {
      const contentType = item.head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
      return checkReply({
        operation,
        dialect,
        binding,
        raw: item.json,
        ...(binding === 'GRPC'
          ? {}
          : { http: { status: item.head.status, contentType, body: bodyFormOf(item.text) } }),
      })
    }
  }
}
