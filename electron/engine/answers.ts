// What answers the contract: for each area an object with a function for each call. A service that is one answers its area as it is.

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

/** `signal` aborts when nobody waits for the answer any more. */
type Answer<Call> =
  Call extends ContractProcedure<infer Input, infer Output, infer _Errors, infer _Meta>
    ? (input: InferSchemaOutput<Input>, signal?: AbortSignal) => Answered<InferSchemaInput<Output>>
    : never
type Answered<Output> = [Output] extends [AsyncIteratorObject<infer Step, unknown, unknown>]
  ? AsyncIteratorObject<Step, unknown, unknown>
  : Output | Promise<Output>

export type Answers<Of extends Area> = { readonly [Call in keyof Contract[Of]]: Answer<Contract[Of][Call]> }

export type EngineRouter = Router<Contract, Record<never, never>>

type Given = (input: unknown, signal?: AbortSignal) => unknown
type Handle = (
  answer: (request: { readonly input: unknown; readonly signal?: AbortSignal }) => unknown,
) => unknown

/** Only the calls of the contract can be called, whatever else an object has. */
export function routerOf(answers: { readonly [Of in Area]: Answers<Of> }): EngineRouter {
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

/** The same for each call of an area. */
export function everyCall<Made>(area: Area, make: (call: string) => Made): Readonly<Record<string, Made>> {
  return Object.fromEntries(Object.keys(contract[area]).map((call) => [call, make(call)]))
}
