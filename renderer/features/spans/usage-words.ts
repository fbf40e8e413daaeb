// Token usage of an LLM call, by OpenTelemetry's conventions for generative AI and by earlier names.

import type { SpanAttributes } from '#shared/spans/received-span.ts'
import { formatCount, joinDefined } from '../../ui/format.ts'

const models = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name']
const inputs = ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt']
const outputs = ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion']

/** Empty where the span does not report it. */
export function usageWords(attributes: SpanAttributes): string {
  const first = (names: readonly string[]) =>
    names.map((name) => attributes[name]).find((value) => value !== undefined)
  const [model, input, output] = [first(models), first(inputs), first(outputs)]
  return joinDefined(
    ' · ',
    typeof model === 'string' && model,
    typeof input === 'number' && `${formatCount(input)} input tokens`,
    typeof output === 'number' && `${formatCount(output)} output tokens`,
  )
}
