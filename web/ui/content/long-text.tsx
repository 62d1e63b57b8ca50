// A long text without a freeze: it appears in chunks, some per frame, and a chunk outside the view has no layout.
import { memo, useEffect, useMemo, useState, type ClipboardEvent, type ReactNode } from 'react'
import { textChunks } from './text-chunks.ts'
import styles from './content.module.css'

/** Shorter texts are one element. */
export const longTextChars = 20_000

/** The first chunks are in view and need a layout, so each gets a frame of its own. The others share frames. */
const visibleChunks = 12
const chunksPerFrame = 16

/** Copies the selection without line breaks between the chunks, which are block elements. */
function onCopy(event: ClipboardEvent): void {
  const selection = getSelection()
  if (selection === null || selection.rangeCount === 0) return
  event.preventDefault()
  event.clipboardData.setData('text/plain', selection.getRangeAt(0).cloneContents().textContent)
}

export function LongText({ text, render }: { text: string; render: (chunk: string) => ReactNode }) {
  const chunks = useMemo(() => textChunks(text), [text])
  const [count, setCount] = useState(1)
  const isComplete = count >= chunks.length
  useEffect(() => {
    if (isComplete) return
    const frame = requestAnimationFrame(() => setCount(count + (count < visibleChunks ? 1 : chunksPerFrame)))
    return () => cancelAnimationFrame(frame)
  }, [count, isComplete])
  return (
    <span className={styles['long']} onCopy={onCopy} aria-busy={!isComplete}>
      {chunks.slice(0, count).map((chunk, at) => (
        // Chunks have no id but their position.
        <Chunk key={at} text={chunk} render={render} />
      ))}
    </span>
  )
}

const Chunk = memo(function Chunk({ text, render }: { text: string; render: (chunk: string) => ReactNode }) {
  return <span className={styles['chunk']}>{render(text)}</span>
})
