// Renders text exactly as stored: with its white space, without markup, with invisible characters marked. The style sheet
// draws the marks, so that selection and copy return the stored text.
import { useMemo, useState } from 'react'
import { textPieces } from './invisible.ts'
import { LongText, longTextChars } from './long-text.tsx'
import styles from './content.module.css'

export function MarkedText({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text), [text])
  return pieces.map(({ text: piece, mark, title }, at) =>
    mark === undefined ? (
      piece
    ) : (
      <span key={at} className={styles['mark']} data-mark={mark} title={title}>
        {piece}
      </span>
    ),
  )
}

const markChunk = (chunk: string) => <MarkedText text={chunk} />

export const PlainText = ({ text }: { text: string }) => (
  <pre className={styles['plain']}>
    {text.length > longTextChars ? <LongText text={text} render={markChunk} /> : <MarkedText text={text} />}
  </pre>
)

const visibleCharsMax = 20_000

/** Returns the first characters of a long text and a button that shows the rest. It never splits a surrogate pair. */
export function useTruncatedText(
  text: string,
  charsMax = visibleCharsMax,
): { readonly visibleText: string; readonly moreButton: React.ReactNode } {
  const [isExpanded, setIsExpanded] = useState(false)
  if (isExpanded || text.length <= charsMax) return { visibleText: text, moreButton: undefined }
  const end = /[\uD800-\uDBFF]/.test(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax
  const moreButton = (
    <button type="button" className={styles['more']} onClick={() => setIsExpanded(true)}>
      Show all {text.length.toLocaleString('en')} characters ({(text.length - end).toLocaleString('en')} more)
    </button>
  )
  return { visibleText: text.slice(0, end), moreButton }
}
