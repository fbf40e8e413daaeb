import { Download } from 'lucide-react'
import { type ReportFormat, reportFormats } from '#shared/contract/checks.ts'
import { useEngine } from '../../../host/engine.tsx'
import { messageOf } from '../../../host/message-of.ts'
import { Menu } from '../../../ui/menu.tsx'
import { saveFile } from '../../../ui/save-file.ts'

interface ExportMenuProps {
  readonly sessionId: string
  onProblem(problem: string | undefined): void
}

/** By what reads it; a format without a name here goes by its own. */
const names: Readonly<Record<string, string>> = {
  json: 'Save as JSON (ACTS report)',
  junit: 'Save as JUnit XML',
  sarif: 'Save as SARIF',
  html: 'Save as HTML page',
  markdown: 'Save as Markdown',
  badge: 'Save as badge (SVG)',
}

/** The run as a file: for a program, a build server, a person. */
export function ExportMenu({ sessionId, onProblem }: ExportMenuProps) {
  const { client } = useEngine()

  function save(format: ReportFormat): void {
    onProblem(undefined)
    client.checks
      .report({ sessionId, format })
      .then(({ fileName, mediaType, text }) => saveFile(new Blob([text], { type: mediaType }), fileName))
      .catch((error: unknown) => onProblem(messageOf(error)))
  }

  return (
    <Menu
      label="Save the report"
      button={<Download size={14} />}
      items={() =>
        reportFormats.map((format) => ({
          label: names[format] ?? `Save as ${format}`,
          run: () => save(format),
        }))
      }
    />
  )
}
