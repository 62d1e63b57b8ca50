// Continues the conversation of a cell: results for the tools that the model called, or a message of the user.
import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { useApi } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { toolResults, type ChatMessage, type ToolCall } from './conversation.ts'
import { useMocks } from './mocks.ts'
import styles from '../playground.module.css'

type Texts = Readonly<Record<string, string>>

const storedCharsMax = 20_000

/** Ctrl+Enter sends the form and not the matrix. */
function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

interface ReplyProps {
  readonly onReply: (reply: readonly ChatMessage[]) => void
}

function ToolResults({ calls, onReply }: ReplyProps & { calls: readonly ToolCall[] }) {
  const { projectId } = useApi()
  const name = `tool-results.${projectId}`
  // The last result of each tool is the first suggestion for the next call.
  const [texts, setTexts] = useState<Texts>(() => {
    const storedTexts = readLocal<Texts>(name, {})
    return Object.fromEntries(
      calls.map(({ id, name: tool }) => [
        id,
        (Object.hasOwn(storedTexts, tool) ? storedTexts[tool] : undefined) ?? '',
      ]),
    )
  })
  const { setMocks } = useMocks()
  const [isMock, setIsMock] = useState(false)
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const results = calls
      .map((call) => [call.name, texts[call.id] ?? ''] as const)
      .filter(([, text]) => text.length <= storedCharsMax)
    writeLocal(name, { ...readLocal<Texts>(name, {}), ...Object.fromEntries(results) })
    if (isMock) setMocks(Object.fromEntries(results))
    onReply(toolResults(calls, texts))
  }
  return (
    <form className={styles['reply']} aria-label="Results of tools" onSubmit={onSubmit}>
      {calls.map(({ id, name: tool }) => (
        <label key={id}>
          <span>
            Result of <code>{tool}</code>
          </span>
          <textarea
            rows={1}
            value={texts[id] ?? ''}
            onKeyDown={onKeyDown}
            onChange={(event) => setTexts({ ...texts, [id]: event.target.value })}
          />
        </label>
      ))}
      <label className={styles['mock']}>
        <input type="checkbox" checked={isMock} onChange={({ target }) => setIsMock(target.checked)} />
        Answer later calls the same way
      </label>
      <Button type="submit">Send {calls.length === 1 ? 'result' : 'results'}</Button>
    </form>
  )
}

/** Focuses the field when it opens, because a person is about to type. */
const focus = (field: HTMLTextAreaElement | null): void => field?.focus()

function UserMessage({ onReply }: ReplyProps) {
  const [text, setText] = useState<string>()
  if (text === undefined) {
    return (
      <button type="button" className={styles['action']} onClick={() => setText('')}>
        Continue
      </button>
    )
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') onReply([{ role: 'user', content: text }])
  }
  return (
    <form className={styles['reply']} aria-label="Continue" onSubmit={onSubmit}>
      <label>
        Your message
        <textarea
          rows={1}
          ref={focus}
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit" disabled={text.trim() === ''}>
        Send
      </Button>
    </form>
  )
}

export function ReplyForm({ calls, onReply }: ReplyProps & { calls: readonly ToolCall[] }) {
  return calls.length > 0 ? (
    <ToolResults calls={calls} onReply={onReply} />
  ) : (
    <UserMessage onReply={onReply} />
  )
}
