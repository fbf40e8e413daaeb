// The sections of the specification: one line a topic, with its section from each version that moved it. A topic that a version
// does not cover has the nearest section. docs/RULES.md shows it rule by rule.

import type { Finding } from '../finding.ts'

type Spec = Finding['spec']

/** The versions a finding can cite, the oldest first; a patch of 1.0 changes no cited section. */
export const citedVersions = [
  '0.1.0',
  '0.2.0',
  '0.2.1',
  '0.2.2',
  '0.2.3',
  '0.2.4',
  '0.2.5',
  '0.2.6',
  '0.3.0',
  '1.0-rc',
  '1.0',
] as const
export type CitedVersion = (typeof citedVersions)[number]

type Moves = Readonly<{ '0.1.0': string } & Partial<Record<CitedVersion, string>>>

const places = {
  // Cards
  cards: { '0.1.0': '5.1', '1.0-rc': '8.1' },
  'card address': { '0.1.0': '5.3', '1.0-rc': '8.2' },
  'card caching': { '0.1.0': '5.3', '1.0-rc': '8.2', '1.0': '8.6.1' },
  card: { '0.1.0': '5.5', '1.0-rc': '4.4.1' },
  provider: { '0.1.0': '5.5.1', '1.0-rc': '4.4.2' },
  capabilities: { '0.1.0': '5.5.2', '1.0-rc': '4.4.3' },
  extension: { '0.1.0': '5.5.2', '0.2.2': '5.5.2.1', '1.0-rc': '4.4.4' },
  skill: { '0.1.0': '5.5.4', '1.0-rc': '4.4.5' },
  interface: { '0.1.0': '5.5', '0.2.6': '5.5.5', '1.0-rc': '4.4.6' },
  'main interface': { '0.1.0': '5.5', '0.3.0': '5.6.1', '1.0-rc': '8.3.1' },
  'further interfaces': { '0.1.0': '5.5', '0.2.6': '5.5.5', '0.3.0': '5.6.2', '1.0-rc': '8.3.1' },
  reached: { '0.1.0': '5.5', '0.3.0': '5.6', '1.0-rc': '8.3' },
  'agent URL': { '0.1.0': '5.5', '0.3.0': '5.6.1', '1.0-rc': '4.4.6' },
  'protocol version': { '0.1.0': '5.5', '1.0-rc': '3.6' },
  'security requirement': { '0.1.0': '5.5', '1.0-rc': '4.5' },
  'security scheme': { '0.1.0': '5.5.3', '1.0-rc': '4.5.1' },
  'OAuth scheme': { '0.1.0': '5.5.3', '1.0-rc': '4.5.4' },
  'OAuth flows': { '0.1.0': '5.5.3', '1.0-rc': '4.5.7' },
  signature: { '0.1.0': '5.5', '0.3.0': '5.5.6', '1.0-rc': '4.4.7' },
  'signature header': { '0.1.0': '5.5', '0.3.0': '5.5.6', '1.0-rc': '8.4.2' },
  'signature keys': { '0.1.0': '5.5', '0.3.0': '5.5.6', '1.0-rc': '8.4.3' },
  'transport security': { '0.1.0': '4.1', '1.0-rc': '7.1' },
  'in-task authorization': { '0.1.0': '4.5', '1.0-rc': '7.6', '1.0': '7.6.1' },
  challenge: { '0.1.0': '4.4', '1.0-rc': '7.4' },
  // Objects
  task: { '0.1.0': '6.1', '1.0-rc': '4.1.1' },
  status: { '0.1.0': '6.2', '1.0-rc': '4.1.2' },
  state: { '0.1.0': '6.3', '1.0-rc': '4.1.3' },
  message: { '0.1.0': '6.4', '1.0-rc': '4.1.4' },
  role: { '0.1.0': '6.4', '1.0-rc': '4.1.5' },
  part: { '0.1.0': '6.5', '1.0-rc': '4.1.6' },
  'text part': { '0.1.0': '6.5.1', '1.0-rc': '4.1.6' },
  'file part': { '0.1.0': '6.5.2', '1.0-rc': '4.1.6' },
  'data part': { '0.1.0': '6.5.3', '1.0-rc': '4.1.6' },
  file: { '0.1.0': '6.6', '0.2.0': '6.6.1', '0.2.6': '6.6', '1.0-rc': '4.1.6' },
  'file bytes': { '0.1.0': '6.6', '0.2.0': '6.6.1', '1.0-rc': '4.1.6' },
  artifact: { '0.1.0': '6.7', '1.0-rc': '4.1.7' },
  'status event': { '0.1.0': '7.2.2', '1.0-rc': '4.2.1' },
  'artifact event': { '0.1.0': '7.2.3', '1.0-rc': '4.2.2' },
  'push configuration': { '0.1.0': '6.8', '1.0-rc': '4.3.1' },
  'push authentication': { '0.1.0': '6.9', '1.0-rc': '4.3.2' },
  'task push configuration': { '0.1.0': '6.10', '1.0-rc': '4.3.1' },
  notification: { '0.1.0': '9.4', '0.2.1': '9.5', '1.0-rc': '4.3.3' },
  discriminator: { '0.1.0': '6.5', '0.2.0': '6.1', '1.0-rc': 'A.2.1' },
  'member names': { '0.1.0': '6', '1.0-rc': '5.5' },
  'member presence': { '0.1.0': '6', '1.0-rc': '5.7' },
  timestamp: { '0.1.0': '6.2', '1.0-rc': '5.6.1' },
  context: { '0.1.0': '6.1', '1.0-rc': '3.4.1' },
  ids: { '0.1.0': '6.1', '1.0-rc': '3.4' },
  // Operations
  send: { '0.1.0': '7.1', '1.0-rc': '3.1.1' },
  'send parameters': { '0.1.0': '7.1.1', '1.0-rc': '3.2.1' },
  'send configuration': { '0.1.0': '7.1.1', '1.0-rc': '3.2.2' },
  stream: { '0.1.0': '7.2', '1.0-rc': '3.1.2' },
  'stream answer': { '0.1.0': '7.2.1', '1.0-rc': '3.2.3' },
  get: { '0.1.0': '7.3', '1.0-rc': '3.1.3' },
  history: { '0.1.0': '7.3.1', '1.0-rc': '3.2.4' },
  list: { '0.1.0': '7.3', '1.0-rc': '3.1.4' },
  cancel: { '0.1.0': '7.4', '1.0-rc': '3.1.5' },
  subscribe: { '0.1.0': '7.7', '0.2.5': '7.9', '1.0-rc': '3.1.6' },
  'push set': { '0.1.0': '7.5', '1.0-rc': '3.1.7' },
  'push get': { '0.1.0': '7.6', '0.2.5': '7.6.1', '1.0-rc': '3.1.8' },
  'push list': { '0.1.0': '7.6', '0.2.5': '7.7.1', '1.0-rc': '3.1.9' },
  'push delete': { '0.1.0': '7.6', '0.2.5': '7.8.1', '1.0-rc': '3.1.10' },
  'extended card': { '0.1.0': '5.4', '0.2.1': '7.8', '0.2.5': '7.10', '1.0-rc': '3.1.11' },
  delivery: { '0.1.0': '3.3', '1.0-rc': '3.5.2' },
  // The wire
  'asked version': { '0.1.0': '3.1', '1.0-rc': '3.6.2' },
  'JSON-RPC': { '0.1.0': '3.2', '0.3.0': '3.2.1', '1.0-rc': '9.1' },
  'JSON-RPC response': { '0.1.0': '6.11.2', '1.0-rc': '9.1' },
  'JSON-RPC error': { '0.1.0': '6.12', '1.0-rc': '9.5' },
  'JSON-RPC stream': { '0.1.0': '3.3', '0.3.0': '3.3.1', '1.0-rc': '9.4.2' },
  'error codes': { '0.1.0': '8.2', '1.0-rc': '5.4' },
  REST: { '0.1.0': '3.1', '0.3.0': '3.2.3', '1.0-rc': '11.1' },
  'REST error': { '0.1.0': '8', '1.0-rc': '11.6' },
  'REST stream': { '0.1.0': '3.3', '0.3.0': '3.3.3', '1.0-rc': '11.7' },
} as const satisfies Readonly<Record<string, Moves>>

export type Topic = keyof typeof places

export const topics = Object.keys(places) as readonly Topic[]

export type Elsewhere = Spec

/** Cited where an agent's version is unknown, since sections belong to a version. */
export const noVersion = 'A2A'

/** The section about a topic in a version; other documents are the same for all versions. */
export function specOf(about: Topic | Elsewhere, version: string): Spec {
  if (typeof about !== 'string') return about
  if (version === noVersion) return { version, section: '' }
  const moves: Moves = places[about]
  const index = (citedVersions as readonly string[]).indexOf(version)
  const upTo = index === -1 ? citedVersions.length : index + 1
  const from = citedVersions.slice(0, upTo).findLast((each) => moves[each] !== undefined) ?? '0.1.0'
  return { version, section: moves[from] ?? moves['0.1.0'] }
}

/** The section of 0.1.0, then those that replaced it: `0.1.0 §6.1, 1.0 §4.1.1`. */
export function sectionsOf(about: Topic | Elsewhere): readonly Spec[] {
  if (typeof about !== 'string') return [about]
  const all = citedVersions.filter((version) => version !== '1.0-rc').map((version) => specOf(about, version))
  return all.filter(({ section }, at) => section !== all[at - 1]?.section)
}
