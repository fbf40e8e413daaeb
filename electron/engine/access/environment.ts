// `${env:NAME}` in a credential: kept as it stands, looked up each time it is used.

import type { Binding } from '#shared/a2a/model.ts'
import { cardCandidates } from '../discovery/candidates.ts'
import { grpcTarget } from '../wire/grpc/target.ts'

const reference = /\$\{env:([A-Za-z_]\w*)\}/g
/** Nothing but a reference, with the word of a scheme before it at most: that may lie in the clear. */
const onlyReference = /^(?:[A-Za-z][A-Za-z-]{0,31} )?\$\{env:[A-Za-z_]\w*\}$/

export type Environment = Readonly<Record<string, string | undefined>>

export function isReference(value: string): boolean {
  return onlyReference.test(value)
}

export function variableIn(value: string): string {
  return value.match(/\$\{env:([A-Za-z_]\w*)\}/)?.[1] ?? ''
}

/** Undefined while a variable it needs is not set. */
export function resolveReferences(value: string, environment: Environment): string | undefined {
  let missing = false
  const resolved = value.replaceAll(reference, (_, name: string) => {
    const match = Object.hasOwn(environment, name) ? environment[name] : undefined
    if (match === undefined || match === '') missing = true
    // A file that was read into a variable often brings its last line break.
    return match?.replace(/\r?\n$/, '') ?? ''
  })
  return missing ? undefined : resolved
}

/** Whom an address belongs to, as credentials are bound to it. Undefined for what is no address to call. */
export function originOf(url: string, binding?: Binding): string | undefined {
  if (binding === 'GRPC') {
    const target = grpcTarget(url)
    return target && webOrigin(`${target.secure ? 'https' : 'http'}://${target.authority}`)
  }
  return webOrigin(url)
}

function webOrigin(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined
}

/** Of the address that an agent was added with, as somebody types it: without a scheme, too. */
export function ownOrigin(address: string): string | undefined {
  const first = cardCandidates(address)?.[0]
  return first === undefined ? undefined : originOf(first)
}
