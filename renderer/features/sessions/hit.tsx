import type { SearchHit } from '#shared/contract/sessions.ts'
import { wordsOf } from '#shared/filter/words.ts'
import { joinWords } from '../../ui/format.ts'
import { visibleString } from '../../ui/visible-text.ts'
import { nameOf, whenOf } from './session-words.ts'

interface HitProps {
  readonly hit: SearchHit
  /** What was searched for. */
  readonly text: string
}

/** In which recording and when, who sent it, and the words with what stands around them. */
export function Hit({ hit, text }: HitProps) {
  const { session, at, sentBy, sender, excerpt, isReadable } = hit
  return (
    <span className="hit column gap-1 full-width">
      <span className="line gap-6 full-width">
        <bdi className="session-name truncate">{visibleString(nameOf(session))}</bdi>
        <span className="spacer" />
        <span className="faint num small rigid">{whenOf(at)}</span>
      </span>
      <span className="muted small breaks clamp-2">
        <bdi className="bold">{visibleString(sender ?? senders[sentBy])}:</bdi>{' '}
        <bdi className={joinWords(' ', !isReadable && 'mono')}>
          <Marked text={visibleString(excerpt)} words={wordsOf(text)} />
        </bdi>
      </span>
    </span>
  )
}

const senders = { you: 'You', agent: 'Agent', caller: 'Caller' } as const

function Marked({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  if (words.length === 0) return text
  // Every second piece is one of the words.
  const pieces = text.split(new RegExp(`(${words.join('|')})`, 'iu'))
  return pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  )
}
