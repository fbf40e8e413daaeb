import { useMemo } from 'react'
import { clip } from '#shared/shorten.ts'
import { counted, formatCount, joinDefined } from '../format.ts'
import { UntrustedText } from '../untrusted-text.tsx'
import { linesOf, type PairedText, type TextChange, textChanges } from './paired-texts.ts'
import './diff.css'
import { visibleString } from '../visible-text.ts'

/** Unchanged characters shown around a change. */
const context = 120

/** Two texts as one diff: by line where they have several lines, otherwise by word. Long unchanged stretches are left out. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = useMemo(() => textChanges(before, after), [before, after])
  return <Changes changes={changes} />
}

interface ChangesProps {
  readonly changes: readonly TextChange[]
  /** With all unchanged text. */
  readonly isWhole?: boolean
}

function Changes({ changes, isWhole = false }: ChangesProps) {
  const isByLine = changes.some(({ text }) => text.includes('\n'))
  return (
    <div className={`mono verbatim ${isByLine ? 'line-diff' : 'text-diff'}`}>
      {changes.map((change, index) => {
        const { kind, text } = change
        // Pieces of a text have only their index as key.
        const key = `${index}`
        if (kind === 'same') {
          const ends = { isFirst: index === 0, isLast: index === changes.length - 1 }
          if (isWhole) return <Line key={key} text={text} prefix={isByLine ? '  ' : ''} />
          return isByLine ? (
            <span key={key} className="dim small">
              {counted(linesOf(text).length, 'equal line')}
            </span>
          ) : (
            <SameWords key={key} text={text} {...ends} />
          )
        }
        const Side = kind === 'removed' ? 'del' : 'ins'
        return (
          <Side key={key}>
            <Line text={text} prefix={isByLine ? (kind === 'removed' ? '- ' : '+ ') : ''} />
          </Side>
        )
      })}
    </div>
  )
}

function Line({ text, prefix }: { readonly text: string; readonly prefix: string }) {
  const shown = prefix === '' ? text : linesOf(text).map((line) => prefix + line)
  return <UntrustedText text={typeof shown === 'string' ? shown : shown.join('\n')} />
}

interface SameWordsProps {
  readonly text: string
  readonly isFirst: boolean
  readonly isLast: boolean
}

function SameWords({ text, isFirst, isLast }: SameWordsProps) {
  if (text.length <= context * 3) return <UntrustedText text={text} />
  const head = isFirst ? '' : clip(text, context)
  const tail = isLast ? '' : text.slice(-context)
  const left = text.length - head.length - tail.length
  return (
    <>
      {head !== '' && <UntrustedText text={head} />}
      <span className="dim small"> {formatCount(left)} equal characters </span>
      {tail !== '' && <UntrustedText text={tail} />}
    </>
  )
}

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
            <span className="dim small">
              {joinDefined(
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
        <p className="dim breaks mt-10">Equal: {equal.map(({ name }) => visibleString(name)).join(', ')}</p>
      )}
    </>
  )
}

function isEqual({ lines, only }: PairedText): boolean {
  return lines === 0 && only === undefined
}
