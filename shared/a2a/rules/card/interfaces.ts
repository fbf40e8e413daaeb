// How the card declares that the agent is reached: URLs, transports and versions.

import { grpcAddress } from '../../grpc-address.ts'
import { isList, isObject, memberOf, named, shown, textOf } from '../../json-kinds.ts'
import type { JsonObject } from '../../model.ts'
import { maxUrl, webAddress } from '../formats.ts'
import type { PathStep } from '../pointer.ts'
import { isFull, note, objectsIn, type Report, spend } from '../report.ts'
import { folded } from '../spelling.ts'
import { type CardContext, inOlderHalf } from './context.ts'
import { hostKind, isNear } from './hosts.ts'

interface NamedInterface {
  readonly path: readonly PathStep[]
  readonly url: string
  readonly transport: string | undefined
}

const transports: ReadonlyMap<string, string> = new Map([
  ['jsonrpc', 'JSONRPC'],
  ['jsonrpc2.0', 'JSONRPC'],
  ['http+json', 'HTTP+JSON'],
  ['httpjson', 'HTTP+JSON'],
  ['rest', 'HTTP+JSON'],
  ['grpc', 'GRPC'],
])
const exactTransports = new Set(transports.values())

export function checkInterfaces(report: Report, context: CardContext): void {
  const { card, family } = context
  inOlderHalf(report, context, (older) => {
    checkUrls(older, formerInterfaces(context), context)
    if (family === '0.x' || family === 'hybrid') checkConflicts(older, card)
  })
  if (family !== '0.1')
    checkUrls(report, interfacesIn(card, 'supportedInterfaces', 'protocolBinding'), context)
  if (family === '1.0' || family === 'hybrid') checkDeclared(report, card)
}

function checkUrls(report: Report, interfaces: Iterable<NamedInterface>, context: CardContext): void {
  for (const each of interfaces) {
    spend(report, 4)
    if (isFull(report)) return
    checkUrl(report, each, context)
  }
}

function* formerInterfaces({ card, family }: CardContext): Generator<NamedInterface> {
  const url = textOf(card, 'url')
  if (url !== undefined) {
    const path = ['url'] as const
    yield { path, url, transport: textOf(card, 'preferredTransport') ?? 'JSONRPC' }
  }
  if (family !== '1.0') yield* interfacesIn(card, 'additionalInterfaces', 'transport')
}

function* interfacesIn(card: JsonObject, listName: string, transportName: string): Generator<NamedInterface> {
  const list = memberOf(card, listName)
  if (!isList(list)) return
  for (const [index, item] of list.entries()) {
    if (!isObject(item)) continue
    const url = textOf(item, 'url')
    if (url !== undefined) {
      yield { path: [listName, index, 'url'], url, transport: textOf(item, transportName) }
    }
  }
}

function checkUrl(report: Report, { path, url, transport }: NamedInterface, context: CardContext): void {
  const grpc = transport === 'GRPC'
  // A gRPC target may be plain `host:port` (PROTOCOL §5).
  const target = grpc ? grpcAddress(url) : undefined
  if (target?.kind === 'refused' && url.includes(':')) {
    note(report, 'PARLEY-CARD-001', path, `${shown(url)} ${target.why}.`)
    return
  }
  const address = webAddress(target?.kind === 'host' ? `grpc://${target.place}${target.path}` : url)
  if (address === undefined) {
    const isRelative = url.length <= maxUrl && /^(?:\/\S*|\.{0,2}\/?[\w~.-]+(?:\/\S*)?)$/.test(url)
    const severity = isRelative ? 'warning' : 'error'
    note(report, 'PARLEY-CARD-001', path, `${shown(url)} isn’t an absolute URL.`, { severity })
    return
  }
  if (!grpc && address.scheme !== 'https' && address.scheme !== 'http') {
    note(report, 'PARLEY-CARD-001', path, `${shown(url)} is not reached over HTTP.`)
    return
  }
  checkHost(report, path, url, address.host, context)
  const local = isNear(address.host)
  if (!grpc && address.scheme === 'http' && !local) {
    note(report, 'PARLEY-CARD-002', path, `${shown(url)} isn’t encrypted.`)
  }
  if (/\/\.well-known\/agent(?:-card)?\.json$|\/message:(?:send|stream)$/.test(address.path)) {
    const message = `${shown(url)} is the address of the card or of one operation, not of the interface.`
    note(report, 'PARLEY-CARD-005', path, message)
  }
}

function checkHost(
  report: Report,
  path: readonly PathStep[],
  url: string,
  host: string,
  { facts }: CardContext,
): void {
  const source = facts.url === undefined ? undefined : webAddress(facts.url)
  if (source?.host === host) return
  const kind = hostKind(host)
  if (kind === 'listening' || kind === 'inner') {
    const message = `${shown(url)} names a host that clients elsewhere cannot reach.`
    note(report, 'PARLEY-CARD-003', path, message)
  } else if (kind === 'local' && source !== undefined && hostKind(source.host) === 'public') {
    const message = `${shown(url)} is local, but the card is from ${shown(source.host)}.`
    note(report, 'PARLEY-CARD-004', path, message)
  }
}

function checkDeclared(report: Report, card: JsonObject): void {
  const interfaces = memberOf(card, 'supportedInterfaces')
  if (!isList(interfaces)) return
  if (interfaces.length === 0) {
    note(report, 'CARD-PROTO-001', ['supportedInterfaces'], '`supportedInterfaces` is empty.')
  }
  const visited = new Map<string, number>()
  for (const [index, item] of objectsIn(report, card, 'supportedInterfaces', 8)) {
    const path = ['supportedInterfaces', index]
    checkTransport(report, [...path, 'protocolBinding'], textOf(item, 'protocolBinding'), 'warning')
    checkVersion(report, [...path, 'protocolVersion'], textOf(item, 'protocolVersion'))
    const key = JSON.stringify(
      ['url', 'protocolBinding', 'protocolVersion', 'tenant'].map((name) => textOf(item, name) ?? ''),
    )
    const first = visited.get(key)
    if (first === undefined) visited.set(key, index)
    else note(report, 'PARLEY-CARD-019', path, `\`supportedInterfaces[${first}]\` is the same interface.`)
  }
}

function checkVersion(report: Report, path: readonly PathStep[], version: string | undefined): void {
  if (version === undefined || version === '' || /^\d{1,3}\.\d{1,3}$/.test(version)) return
  const patched = /^\d+\.\d+\.\d+/.test(version)
  const message = patched
    ? `${shown(version)} has a patch number; only \`Major.Minor\` counts.`
    : `${shown(version)} isn’t a protocol version.`
  note(report, 'PARLEY-CARD-011', path, message, { severity: patched ? 'warning' : 'error' })
}

function checkTransport(
  report: Report,
  path: readonly PathStep[],
  transport: string | undefined,
  unknown: 'warning' | 'info',
): void {
  if (transport === undefined || transport === '' || exactTransports.has(transport)) return
  const meant = transports.get(folded(transport.replaceAll(/[ /]/g, '')))
  if (meant !== undefined) {
    const hint = `Write \`"${meant}"\`.`
    const details = { severity: 'warning', hint } as const
    const message = `${named(path.at(-1))} is ${shown(transport)}, but should be "${meant}".`
    note(report, 'PARLEY-CARD-010', path, message, details)
  } else if (!transport.includes(':')) {
    const message = `${shown(transport)} isn’t a transport that A2A defines.`
    note(report, 'PARLEY-CARD-010', path, message, { severity: unknown })
  }
}

function checkConflicts(report: Report, card: JsonObject): void {
  const preferred = textOf(card, 'preferredTransport')
  checkTransport(report, ['preferredTransport'], preferred, 'info')
  const additional = memberOf(card, 'additionalInterfaces')
  if (!isList(additional)) return
  const url = textOf(card, 'url')
  const sameUrl = additional
    .filter(isObject)
    .filter((item) => url !== undefined && textOf(item, 'url') === url)
  // A URL may serve several transports, but the preferred one must be among them.
  const agrees = sameUrl.some((item) => textOf(item, 'transport') === (preferred ?? 'JSONRPC'))
  for (const [index, item] of objectsIn(report, card, 'additionalInterfaces', 4)) {
    const transport = textOf(item, 'transport')
    checkTransport(report, ['additionalInterfaces', index, 'transport'], transport, 'info')
    if (agrees || transport === undefined || textOf(item, 'url') !== url) continue
    const message = `${shown(url)} is ${shown(transport)} here, but \`preferredTransport\` says ${shown(preferred ?? 'JSONRPC')}.`
    note(report, 'PARLEY-CARD-009', ['additionalInterfaces', index, 'transport'], message)
  }
}
