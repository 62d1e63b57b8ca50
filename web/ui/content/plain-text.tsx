// Text exactly as it was stored: white space kept, no markup read, invisible characters marked. The marks are drawn by the
// style sheet, so that selecting and copying gives the stored text.
import { useMemo, useState } from 'react'
import { textPieces } from './invisible.ts'
import styles from './content.module.css'

export function MarkedText({ text }: { text: string }) {
  const pieces = useMemo(() => textPieces(text), [text])
  return pieces.map(({ text: own, mark, title }, at) =>
    mark === undefined ? (
      own
    ) : (
      <span key={at} className={styles['mark']} data-mark={mark} title={title}>
        {own}
      </span>
    ),
  )
}

export const PlainText = ({ text }: { text: string }) => (
  <pre className={styles['plain']}>
    <MarkedText text={text} />
  </pre>
)

const shownCharsMax = 20_000

/** The first characters of a long text, never half of a surrogate pair, until the reader asks for all of it. */
export function useShortened(
  text: string,
  charsMax = shownCharsMax,
): { readonly shown: string; readonly more: React.ReactNode } {
  const [isWhole, setWhole] = useState(false)
  if (isWhole || text.length <= charsMax) return { shown: text, more: undefined }
  const end = /[\uD800-\uDBFF]/.test(text.charAt(charsMax - 1)) ? charsMax - 1 : charsMax
  const more = (
    <button type="button" className={styles['more']} onClick={() => setWhole(true)}>
      Show all {text.length.toLocaleString('en')} characters ({(text.length - end).toLocaleString('en')} more)
    </button>
  )
  return { shown: text.slice(0, end), more }
}
