// The types of the contract's implementation: an object for each area with a function for each call. A service with
// these functions implements its area directly.

import {
  type ContractProcedure,
  type InferSchemaInput,
  type InferSchemaOutput,
  implement,
  type Router,
} from '@orpc/server'
import { contract } from '#shared/contract/contract.ts'

type Contract = typeof contract
type Area = keyof Contract

/** `signal` aborts when the caller left. */
type Handler<Call> =
  Call extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? (input: InferSchemaOutput<Input>, signal?: AbortSignal) => HandlerResult<InferSchemaInput<Output>>
    : never
type HandlerResult<Output> = [Output] extends [AsyncIteratorObject<infer Step, unknown, unknown>]
  ? AsyncIteratorObject<Step, unknown, unknown>
  : Output | Promise<Output>

export type Handlers<Of extends Area> = { readonly [Call in keyof Contract[Of]]: Handler<Contract[Of][Call]> }

export type EngineRouter = Router<Contract, Record<never, never>>

type Given = (input: unknown, signal?: AbortSignal) => unknown
type Handle = (
  answer: (request: { readonly input: unknown; readonly signal?: AbortSignal }) => unknown,
) => unknown

/** Only calls of the contract are exposed, even if an object has more functions. */
export function routerOf(answers: { readonly [Of in Area]: Handlers<Of> }): EngineRouter {
  const on = implement(contract)
  const areas = (Object.keys(contract) as Area[]).map((area) => {
    const given = answers[area] as unknown as Readonly<Record<string, Given>>
    const calls = on[area] as unknown as Readonly<Record<string, { readonly handler: Handle }>>
    const routed = everyCall(area, (call) =>
      calls[call]?.handler(({ input, signal }) => given[call]?.(input, signal)),
    )
    return [area, routed] as const
  })
  return on.router(Object.fromEntries(areas) as unknown as EngineRouter)
}

/** Makes a value for each call of an area. */
export function everyCall<Made>(area: Area, make: (call: string) => Made): Readonly<Record<string, Made>> {
  return Object.fromEntries(Object.keys(contract[area]).map((call) => [call, make(call)]))
}
