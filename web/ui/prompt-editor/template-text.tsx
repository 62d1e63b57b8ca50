// A textarea for templates: placeholders are highlighted, problems are marked and listed, and `{{` opens a completion.
// The marks are in a layer behind the transparent textarea, which has the same text at the same position.
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type ReactNode,
} from 'react'
import { SuggestionList } from '../forms/suggestion-list.tsx'
import growing from '../forms/growing-text.module.css'
import {
  completionOf,
  type TemplateCompletion,
  type TemplateNames,
  type TemplateSuggestion,
} from './template-completion.ts'
import { templateMarks, templateProblems, type TemplateProblem } from './template.ts'
import styles from './template-text.module.css'

/** The maximum length of a marked text: the layer of a longer one costs more than a frame per keystroke. */
const markedLengthMax = 50_000
const problemsMax = 3

export interface TemplateContext {
  readonly format?: string | undefined
  readonly names: TemplateNames
  /** The values of the selected row; absent: no variable counts as unknown. */
  readonly values?: Readonly<Record<string, unknown>> | undefined
  /** Called when a completion opens, so that its names can be loaded. */
  readonly onCompletion?: (() => void) | undefined
}

function MarkLayer({
  ref,
  value,
  format,
  problems,
  anchorAt,
  anchor,
}: {
  ref: RefObject<HTMLDivElement | null>
  value: string
  format: string | undefined
  problems: readonly TemplateProblem[]
  /** The position of the completion. */
  anchorAt: number | undefined
  anchor: RefObject<HTMLSpanElement | null>
}) {
  const problemKinds = new Map(problems.map((problem) => [problem.from, problem.kind]))
  const parts: ReactNode[] = []
  let position = 0
  const addText = (to: number): void => {
    if (anchorAt !== undefined && anchorAt >= position && anchorAt < to) {
      parts.push(value.slice(position, anchorAt), <span key="anchor" ref={anchor} />)
      position = anchorAt
    }
    parts.push(value.slice(position, to))
    position = to
  }
  for (const { from, to, kind } of templateMarks(value, format)) {
    addText(from)
    if (anchorAt === from) parts.push(<span key="anchor" ref={anchor} />)
    parts.push(
      <mark key={from} data-kind={problemKinds.get(from) ?? kind}>
        {value.slice(from, to)}
      </mark>,
    )
    position = to
  }
  addText(value.length)
  return (
    <div ref={ref} className={`${growing['text']} ${styles['layer']}`} aria-hidden="true">
      {parts}
      {/* A last empty line has a height, too. */}
      {'\u200B'}
    </div>
  )
}

interface CompletionKeys {
  readonly suggestions: readonly TemplateSuggestion[]
  readonly at: number
  readonly setAt: (at: number) => void
  readonly accept: (suggestion: TemplateSuggestion) => void
  readonly close: () => void
}

/** Arrows move, Enter and Tab accept, Escape closes. Other keys edit the text. */
function onCompletionKey(event: KeyboardEvent, keys: CompletionKeys): void {
  const { suggestions, at, setAt, accept, close } = keys
  const suggestion = suggestions[at]
  if (suggestion === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step !== undefined) setAt((at + step + suggestions.length) % suggestions.length)
  else if (event.key === 'Enter' || event.key === 'Tab') accept(suggestion)
  else if (event.key === 'Escape') close()
  else return
  event.preventDefault()
  event.stopPropagation()
}

/** The list below the start of the placeholder. */
function Suggestions({
  list,
  anchor,
  layer,
  keys,
}: {
  list: string
  anchor: RefObject<HTMLSpanElement | null>
  layer: RefObject<HTMLDivElement | null>
  keys: CompletionKeys
}) {
  const box = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const { current } = anchor
    if (current === null || box.current === null) return
    const scrolledPx = layer.current?.scrollTop ?? 0
    box.current.style.left = `${current.offsetLeft}px`
    box.current.style.top = `${current.offsetTop - scrolledPx + current.offsetHeight}px`
  }, [anchor, layer])
  const { suggestions, at, accept } = keys
  return (
    <SuggestionList
      ref={box}
      id={list}
      label="Variables and embeds"
      suggestions={suggestions}
      keyOf={({ insert }) => insert}
      selectedIndex={at}
      onAccept={accept}
      className={styles['suggestions']}
    />
  )
}

function ProblemList({ id, problems }: { id: string; problems: readonly TemplateProblem[] }) {
  return (
    <ul id={id} className={styles['problems']} aria-live="polite">
      {problems.slice(0, problemsMax).map(({ from, line, kind, message }) => (
        <li key={from} data-kind={kind}>
          Line {line}: {message}
        </li>
      ))}
      {problems.length > problemsMax && <li>and {problems.length - problemsMax} more</li>}
    </ul>
  )
}

/** The completion at the caret, and its place below the text. */
function useCompletion({
  area,
  value,
  context,
  onValue,
}: {
  area: RefObject<HTMLTextAreaElement | null>
  value: string
  context: TemplateContext
  onValue: (text: string) => void
}) {
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const completion: TemplateCompletion | undefined =
    caret === undefined ? undefined : completionOf(value, { caret, ...context })
  const close = (): void => setCaret(undefined)
  const accept = ({ insert }: TemplateSuggestion): void => {
    const { current } = area
    if (current === null || completion === undefined) return
    current.setRangeText(insert, completion.from, completion.to, 'end')
    onValue(current.value)
    close()
  }
  const suggestions = completion?.suggestions ?? []
  return {
    from: completion?.from,
    keys: { suggestions, at: Math.min(at, suggestions.length - 1), setAt, accept, close },
    onTyped: (position: number): void => {
      if (caret === undefined) context.onCompletion?.()
      setCaret(position)
      setAt(0)
    },
    /** The caret moved without typing: an open completion follows it. */
    onCaret: (position: number): void => {
      if (caret !== undefined) setCaret(position)
    },
  }
}

interface TemplateTextProps {
  readonly label: string
  readonly value: string
  readonly readOnly?: boolean
  readonly placeholder?: string
  readonly context: TemplateContext
  readonly onValue: (text: string) => void
  /** Alt with an arrow moves the text among others. */
  readonly onMove?: (by: -1 | 1) => void
}

function TemplateArea({
  refs: { area, layer },
  list,
  completion: { keys, onTyped, onCaret },
  hasProblems,
  text: { label, value, readOnly = false, placeholder, onValue, onMove },
}: {
  refs: {
    readonly area: RefObject<HTMLTextAreaElement | null>
    readonly layer: RefObject<HTMLDivElement | null>
  }
  list: string
  completion: ReturnType<typeof useCompletion>
  hasProblems: boolean
  text: TemplateTextProps
}) {
  const isOpen = keys.suggestions.length > 0
  return (
    <textarea
      ref={area}
      className={`${growing['text']} ${styles['area']}`}
      aria-label={label}
      aria-autocomplete={readOnly ? undefined : 'list'}
      aria-controls={isOpen ? list : undefined}
      aria-activedescendant={isOpen ? `${list}-${keys.at}` : undefined}
      aria-describedby={hasProblems ? `${list}-problems` : undefined}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      rows={2}
      onChange={({ target }) => {
        onValue(target.value)
        onTyped(target.selectionStart)
      }}
      onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      onScroll={({ currentTarget }) => layer.current?.scrollTo({ top: currentTarget.scrollTop })}
      onBlur={keys.close}
      onKeyDown={(event) => {
        const by = event.altKey && !readOnly ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
        if (by === undefined || onMove === undefined) onCompletionKey(event, keys)
        else {
          event.preventDefault()
          onMove(by)
        }
      }}
    />
  )
}

export function TemplateText(props: TemplateTextProps) {
  const { value, context, onValue } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const anchor = useRef<HTMLSpanElement>(null)
  const list = useId()
  const isMarked = value.length <= markedLengthMax
  const completion = useCompletion({ area, value, context, onValue })
  const { from, keys } = completion
  const isOpen = keys.suggestions.length > 0
  // The placeholder that is being completed is no error yet.
  const problems = (isMarked ? templateProblems(value, context) : []).filter(
    (problem) => !isOpen || problem.from !== from,
  )
  return (
    <>
      <div className={styles['box']}>
        {isMarked && (
          <MarkLayer
            ref={layer}
            value={value}
            format={context.format}
            problems={problems}
            anchorAt={isOpen ? from : undefined}
            anchor={anchor}
          />
        )}
        <TemplateArea
          refs={{ area, layer }}
          list={list}
          completion={completion}
          hasProblems={problems.length > 0}
          text={props}
        />
        {isOpen && <Suggestions key={from} list={list} anchor={anchor} layer={layer} keys={keys} />}
      </div>
      {problems.length > 0 && <ProblemList id={`${list}-problems`} problems={problems} />}
    </>
  )
}
