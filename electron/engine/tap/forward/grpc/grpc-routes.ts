// Where calls over gRPC go. Their paths are those of the service alone, so one address of the agent is forwarded to for each service
// of A2A; what else is called there, such as reflection, goes to the first.

import type { DialectId } from '#shared/a2a/dialect.ts'
import { portOf } from '#shared/url.ts'
import { grpcTarget } from '../../../wire/grpc/target.ts'
import { grpcServices } from '../../grpc/grpc-call.ts'

/** What a card reports of an address for gRPC. */
export interface GrpcPlace {
  readonly url: string
  readonly dialect: DialectId | undefined
}

export function createGrpcRoutes(places: readonly GrpcPlace[]) {
  const byService = new Map<string, string>()
  for (const { url, dialect } of places) {
    const origin = grpcOriginOf(url)
    const service = dialect && serviceOf(dialect)
    if (origin !== undefined && service !== undefined && !byService.has(service))
      byService.set(service, origin)
  }
  const origins = [...new Set(byService.values())]
  return {
    origins,
    targetOf(path: string): { readonly origin: string; readonly path: string } | undefined {
      const [, service = ''] = path.split('/')
      const origin = byService.get(service) ?? origins[0]
      return origin === undefined ? undefined : { origin, path }
    },
    /** In the form that it was written in; undefined where the tap does not forward there. */
    tappedAddress(url: string, tapAddress: string): string | undefined {
      const origin = grpcOriginOf(url)
      if (origin === undefined || !origins.includes(origin)) return undefined
      const [, form = ''] = formPattern.exec(url) ?? []
      return `${plainForms[form.toLowerCase()] ?? ''}${placeOf(tapAddress)}`
    },
  }
}

export function grpcOriginOf(url: string): string | undefined {
  const target = grpcTarget(url)
  return target && `${target.secure ? 'https' : 'http'}://${target.authority}`
}

/** The candidate of 1.0 has the service of 0.3. */
function serviceOf(dialect: DialectId): string | undefined {
  const spoken = dialect === '1.0-rc' ? '0.3-proto' : dialect
  return Object.keys(grpcServices).find((service) => grpcServices[service] === spoken)
}

const formPattern = /^(https?:\/\/|grpcs?:\/\/|dns:(?:\/\/\/)?)/i
/** A tap is not secured. */
const plainForms: Readonly<Record<string, string>> = {
  'http://': 'http://',
  'https://': 'http://',
  'grpc://': 'grpc://',
  'grpcs://': 'grpc://',
  'dns:': 'dns:',
  'dns:///': 'dns:///',
}

/** With its port always: without one gRPC takes 443. */
function placeOf(tapAddress: string): string {
  const url = new URL(tapAddress)
  return `${url.hostname}:${portOf(url)}`
}
