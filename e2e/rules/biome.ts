// Runs Biome once over the whole project: its errors, and its notes for rules of ours.

import { z } from 'zod'
import { runTool } from './run-tool.ts'
import { type Finding, root } from './tree.ts'

const diagnosticSchema = z.object({
  severity: z.string(),
  category: z.string(),
  message: z.string(),
  location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
})
const reportSchema = z.object({ diagnostics: z.array(diagnosticSchema) })

export type Diagnostic = z.infer<typeof diagnosticSchema>

export async function runBiome(options: readonly string[], folder = root): Promise<readonly Diagnostic[]> {
  const { output, errors } = await runTool(
    '@biomejs/biome/bin/biome',
    ['check', ...options, '--max-diagnostics=none', '--reporter=json', '.'],
    folder,
  )
  // If it cannot run at all, it prints no report.
  if (!output.startsWith('{')) throw new Error(`Biome has no report.\n${output}${errors}`)
  return reportSchema.parse(JSON.parse(output)).diagnostics
}

export function refusedByBiome(diagnostics: readonly Diagnostic[]): readonly Finding[] {
  return diagnostics
    .filter(({ severity }) => /^(?:error|warning|fatal)$/.test(severity))
    .map(({ category, message, location }) => ({
      path: location.path.replaceAll('\\', '/'),
      line: Math.max(location.start.line, 1),
      sentence: category === 'format' ? 'is not formatted: npm run fix' : `${message} (${category})`,
    }))
}
