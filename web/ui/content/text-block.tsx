// One text in the mode that was chosen for it.
import { lazy, Suspense, useMemo } from 'react'
import { JsonView } from '../json/json-view.tsx'
import { jsonIn } from './members.ts'
import type { TextMode } from './mode.tsx'
import { PlainText, useShortened } from './plain-text.tsx'

const Markdown = lazy(() => import('./markdown.tsx').then(({ Markdown: part }) => ({ default: part })))

export function TextBlock({ text, mode, name = 'Text' }: { text: string; mode: TextMode; name?: string }) {
  const { shown, more } = useShortened(text)
  const json = useMemo(() => (mode === 'json' ? jsonIn(text) : undefined), [mode, text])
  if (json !== undefined) return <JsonView value={json} name={name} />
  const plain = <PlainText text={shown} />
  return (
    <>
      {mode === 'markdown' ? (
        <Suspense fallback={plain}>
          <Markdown text={shown} />
        </Suspense>
      ) : (
        plain
      )}
      {more}
    </>
  )
}
