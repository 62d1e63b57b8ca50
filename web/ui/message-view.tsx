// A conversation as people read one: who said what, which tools were called with what, what came back.
import { lazy, Suspense, useState } from 'react'
import { CopyButton } from './copy.tsx'
import { Icon } from './icon.tsx'
import { JsonView } from './json-view.tsx'
import { isLarge } from './large/marker.ts'
import { fieldsIn, type Message, type Part } from './messages.ts'
import styles from './message-view.module.css'

const Markdown = lazy(() => import('./markdown.tsx').then(({ Markdown: part }) => ({ default: part })))

const longCharsMin = 4000

/** Text with markdown drawn, or as it was written. Long ones are cut until asked for. */
export function TextValue({ text, plain = false }: { text: string; plain?: boolean }) {
  const [whole, setWhole] = useState(text.length <= longCharsMin)
  const shown = whole ? text : text.slice(0, longCharsMin)
  return (
    <>
      {plain || shown.length > 100_000 ? (
        <pre className={styles['plain']}>{shown}</pre>
      ) : (
        <Suspense fallback={<pre className={styles['plain']}>{shown}</pre>}>
          <Markdown text={shown} />
        </Suspense>
      )}
      {!whole && (
        <button type="button" className={styles['more']} onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </button>
      )}
    </>
  )
}

/** A few named values, each to be read: a question, an answer. */
function Fields({ fields }: { fields: readonly (readonly [string, unknown])[] }) {
  return (
    <dl className={styles['fields']}>
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {typeof value === 'string' ? <TextValue text={value} /> : <JsonValue value={value} name={name} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const JsonValue = ({ value, name }: { value: unknown; name: string }) =>
  isLarge(value) ? <JsonView value={value} name={name} /> : <code>{String(value)}</code>

export function Value({ value, name }: { value: unknown; name: string }) {
  if (typeof value === 'string') return <TextValue text={value} />
  const fields = fieldsIn(value)
  return fields === undefined ? <JsonView value={value} name={name} /> : <Fields fields={fields} />
}

function PartView({ part }: { part: Part }) {
  switch (part.kind) {
    case 'text':
      return <TextValue text={part.text} />
    case 'reasoning':
      return (
        <details className={styles['reasoning']}>
          <summary>Reasoning</summary>
          <TextValue text={part.text} />
        </details>
      )
    case 'image':
      return /^(data:image\/|blob:)/.test(part.url) ? (
        <img className={styles['image']} src={part.url} alt="Part of the message" />
      ) : (
        <a className={styles['link']} href={part.url} target="_blank" rel="noreferrer noopener">
          <Icon name="external" size={12} /> image at {part.url.slice(0, 120)}
        </a>
      )
    case 'audio':
      return (
        <p className={styles['link']}>
          <Icon name="live" size={12} /> audio{' '}
          {part.url !== undefined && (
            <a href={part.url} target="_blank" rel="noreferrer noopener">
              {part.url}
            </a>
          )}{' '}
          {part.transcript}
        </p>
      )
    case 'call':
      return (
        <div className={styles['tool']}>
          <p>
            <Icon name="tool" size={12} label="calls" /> <b>{part.name}</b>
            {part.id !== undefined && <code>{part.id}</code>}
          </p>
          {part.input !== undefined && <Value value={part.input} name={`Arguments of ${part.name}`} />}
        </div>
      )
    case 'result':
      return (
        <div className={styles['tool']}>
          <p>
            <Icon name="left" size={12} label="result" /> result{' '}
            {part.id !== undefined && <code>{part.id}</code>}
          </p>
          <Value value={part.output} name="Result" />
        </div>
      )
    case 'document':
      return (
        <div className={styles['document']}>
          <p>
            <Icon name="note" size={12} /> <b>{part.title ?? 'Document'}</b>
            {part.score !== undefined && <span>score {part.score.toFixed(3)}</span>}
          </p>
          <TextValue text={part.text} plain />
        </div>
      )
    case 'other':
      return <JsonView value={part.value} name="Part of the message" />
    default:
      return undefined
  }
}

const partText = (part: Part): string => ('text' in part ? part.text : JSON.stringify(part, undefined, 2))

export function MessageView({ messages }: { messages: readonly Message[] }) {
  return (
    <ol className={styles['messages']}>
      {messages.map((message, index) => (
        // Messages have no ids; their places are what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={styles['message']} data-role={message.role}>
          <p className={styles['role']}>
            {message.role}
            {message.name !== undefined && <span>{message.name}</span>}
            {message.finish !== undefined && <span>{message.finish}</span>}
            <span className={styles['copy']}>
              <CopyButton label="Copy message" text={() => message.parts.map(partText).join('\n')} />
            </span>
          </p>
          {message.parts.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <PartView key={at} part={part} />
          ))}
        </li>
      ))}
    </ol>
  )
}

export function DocumentList({ documents }: { documents: readonly Part[] }) {
  return (
    <div className={styles['messages']}>
      {documents.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <PartView key={index} part={part} />
      ))}
    </div>
  )
}
