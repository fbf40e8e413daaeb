// Routes of gRPC calls. Their paths have only the service, so one address of the agent is forwarded to per service of
// A2A; other services, such as reflection, go to the first.

import type { DialectId } from '#shared/a2a/dialect.ts'
import { portOf } from '#shared/url.ts'
import { grpcTarget } from '../../../wire/grpc/target.ts'
import { grpcServices } from '../../grpc/grpc-call.ts'

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
    /** In the form of the card's address; undefined where the tap does not forward there. */
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

/** 1.0-rc has the service of 0.3. */
function serviceOf(dialect: DialectId): string | undefined {
  const spoken = dialect === '1.0-rc' ? '0.3-proto' : dialect
  return Object.keys(grpcServices).find((service) => grpcServices[service] === spoken)
}

const formPattern = /^(https?:\/\/|grpcs?:\/\/|dns:(?:\/\/\/)?)/i
/** A tap has no TLS. */
const plainForms: Readonly<Record<string, string>> = {
  'http://': 'http://',
  'https://': 'http://',
  'grpc://': 'grpc://',
  'grpcs://': 'grpc://',
  'dns:': 'dns:',
  'dns:///': 'dns:///',
}

/** Always with a port: gRPC assumes 443 otherwise. */
function placeOf(tapAddress: string): string {
  const url = new URL(tapAddress)
  return `${url.hostname}:${portOf(url)}`
}
