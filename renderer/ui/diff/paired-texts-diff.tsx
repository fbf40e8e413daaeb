import { counted, joinWords } from '../format.ts'
import { visibleString } from '../visible-text.ts'
import type { PairedText } from './paired-texts.ts'
import { Changes } from './text-diff.tsx'

interface PairedTextsDiffProps {
  readonly pairs: readonly PairedText[]
  readonly onlyDifferences: boolean
}

export function PairedTextsDiff({ pairs, onlyDifferences }: PairedTextsDiffProps) {
  const equal = pairs.filter(isEqual)
  return (
    <>
      {(onlyDifferences ? pairs.filter((pair) => !isEqual(pair)) : pairs).map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name
        <section key={index} className="breaks mt-10" aria-label={visibleString(pair.name)}>
          <p className="text-line gap-8 mb-4">
            <strong>{visibleString(pair.name)}</strong>
            <span className="muted small">
              {joinWords(
                ' · ',
                pair.only && `only ${pair.only}`,
                isEqual(pair) ? 'equal' : counted(pair.lines, 'line'),
              )}
            </span>
          </p>
          <Changes changes={pair.changes} isWhole={!onlyDifferences} />
        </section>
      ))}
      {onlyDifferences && equal.length > 0 && (
        <p className="muted breaks mt-10">Equal: {equal.map(({ name }) => visibleString(name)).join(', ')}</p>
      )}
    </>
  )
}

function isEqual({ lines, only }: PairedText): boolean {
  return lines === 0 && only === undefined
}
