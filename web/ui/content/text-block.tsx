// Renders one text in the selected mode.
import { lazy, Suspense, useMemo } from 'react'
import { JsonView } from '../json/json-view.tsx'
import { jsonIn } from './members.ts'
import type { TextMode } from './mode.tsx'
import { PlainText, useTruncatedText } from './plain-text.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(({ Markdown: part }) => ({ default: part })))

export function TextBlock({ text, mode, name = 'Text' }: { text: string; mode: TextMode; name?: string }) {
  const { visibleText, moreButton } = useTruncatedText(text)
  const json = useMemo(() => (mode === 'json' ? jsonIn(text) : undefined), [mode, text])
  if (json !== undefined) return <JsonView value={json} name={name} />
  const plainText = <PlainText text={visibleText} />
  return (
    <>
      {mode === 'markdown' ? (
        <Suspense fallback={plainText}>
          <Markdown text={visibleText} />
        </Suspense>
      ) : (
        plainText
      )}
      {moreButton}
    </>
  )
}
