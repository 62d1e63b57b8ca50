// Blocks, drawn: fields and lists, conversations with their parts, documents, tool definitions. One file, because a part of a
// message holds blocks again (arguments, results) and a block holds messages.
import { useMemo, useState } from 'react'
import { CopyButton } from '../copy.tsx'
import { Icon } from '../icon.tsx'
import { JsonView } from '../json/json-view.tsx'
import { blockOf, type Block, type Tool } from './blocks.ts'
import { MediaView } from './media-view.tsx'
import { jsonIn, type Fields } from './members.ts'
import { messageText, roleTone, type Message } from './messages.ts'
import { MessageModeSwitch, textModeOf, type PanelMode, type TextMode } from './mode.tsx'
import type { Document, Part } from './parts.ts'
import { MarkedText, PlainText } from './plain-text.tsx'
import { TextBlock } from './text-block.tsx'
import styles from './content.module.css'

/** Who speaks, and the mode that was chosen, if one was. */
interface Reading {
  readonly role: string
  readonly mode: PanelMode
}

/** Members that have no place of their own, folded. */
function RestView({ rest, reading }: { rest: Fields | undefined; reading: Reading }) {
  if (rest === undefined) return undefined
  return (
    <details className={styles['rest']}>
      <summary>Other fields: {Object.keys(rest).join(', ')}</summary>
      <BlockView block={blockOf(rest)} name="Other fields" reading={{ ...reading, role: 'other' }} />
    </details>
  )
}

const Value = ({ value, name, reading }: { value: unknown; name: string; reading: Reading }) =>
  value === undefined ? undefined : <BlockView block={blockOf(value)} name={name} reading={reading} />

function DocumentView({ document, reading }: { document: Document; reading: Reading }) {
  const { title, id, score, text, metadata, rest } = document
  const own = { ...reading, role: 'document' }
  return (
    <div className={styles['box']}>
      <p className={styles['facts']}>
        <Icon name="note" size={12} />
        <b>
          <MarkedText text={title ?? 'Document'} />
        </b>
        {id !== undefined && (
          <code>
            <MarkedText text={id} />
          </code>
        )}
        {score !== undefined && <span>score {String(score)}</span>}
      </p>
      <TextBlock text={text} mode={textModeOf(own.mode, { role: own.role })} name={title ?? 'Document'} />
      <Value value={metadata} name="Metadata" reading={own} />
      <RestView rest={rest} reading={own} />
    </div>
  )
}

function PartView({ part, reading }: { part: Part; reading: Reading }) {
  const data = { ...reading, role: 'tool' }
  switch (part.kind) {
    case 'text':
      return (
        <>
          <TextBlock
            text={part.text}
            mode={textModeOf(reading.mode, { role: reading.role, text: part.text })}
          />
          <RestView rest={part.rest} reading={reading} />
        </>
      )
    case 'reasoning':
      return (
        <details className={styles['box']} open>
          <summary>Reasoning</summary>
          <TextBlock
            text={part.text}
            mode={textModeOf(reading.mode, { role: reading.role, text: part.text })}
          />
          <RestView rest={part.rest} reading={reading} />
        </details>
      )
    case 'media':
      return (
        <div className={styles['box']}>
          <MediaView media={part} />
          <RestView rest={part.rest} reading={reading} />
        </div>
      )
    case 'call':
      return (
        <div className={styles['box']}>
          <p className={styles['facts']}>
            <Icon name="tool" size={12} /> calls{' '}
            <b>
              <MarkedText text={part.name} />
            </b>
            {part.id !== undefined && <code>{part.id}</code>}
          </p>
          <Value value={part.input} name={`Arguments of ${part.name}`} reading={data} />
          <RestView rest={part.rest} reading={reading} />
        </div>
      )
    case 'result':
      return (
        <div className={styles['box']}>
          <p className={styles['facts']}>
            <Icon name="left" size={12} /> result {part.name !== undefined && <b>{part.name}</b>}
            {part.id !== undefined && <code>{part.id}</code>}
          </p>
          <Value value={part.output} name="Result" reading={data} />
          <RestView rest={part.rest} reading={reading} />
        </div>
      )
    case 'document':
      return <DocumentView document={part} reading={reading} />
    case 'other':
      return <Value value={part.value} name="Part of the message" reading={data} />
    default:
      return undefined
  }
}

/** A value with the JSON that its texts hold opened up. */
const opened = (value: unknown): unknown => {
  if (typeof value === 'string') return jsonIn(value) ?? value
  if (Array.isArray(value)) return value.map(opened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, opened(member)]))
}

function MessageCard({ message, mode: panel }: { message: Message; mode: PanelMode }) {
  const { role, name, finish, parts, rest, source } = message
  // A choice for the whole panel, made later, takes this one's place.
  const [choice, setChoice] = useState<{ readonly mode: TextMode; readonly panel: PanelMode }>()
  const own: PanelMode = choice?.panel === panel ? choice.mode : panel
  const first = parts.find((part) => part.kind === 'text')
  const shownMode = textModeOf(own, { role, ...(first === undefined ? {} : { text: first.text }) })
  const reading = { role, mode: own }
  const json = useMemo(() => (shownMode === 'json' ? opened(source) : undefined), [shownMode, source])
  return (
    <li className={styles['message']} data-role={roleTone(role)}>
      <div className={styles['head']}>
        <p className={styles['role']}>
          {role}
          {name !== undefined && (
            <span>
              <MarkedText text={name} />
            </span>
          )}
          {finish !== undefined && <span>{finish}</span>}
        </p>
        <MessageModeSwitch value={shownMode} onValue={(mode) => setChoice({ mode, panel })} />
        <CopyButton label="Copy message" text={() => messageText(message)} />
      </div>
      {shownMode === 'json' ? (
        <JsonView value={json} name={`Message of ${role}`} />
      ) : (
        <>
          {parts.map((part, at) => (
            <PartView key={at} part={part} reading={reading} />
          ))}
          <RestView rest={rest} reading={reading} />
        </>
      )}
    </li>
  )
}

export const MessageList = ({ messages, mode }: { messages: readonly Message[]; mode: PanelMode }) => (
  <ol className={styles['messages']}>
    {messages.map((message, at) => (
      <MessageCard key={at} message={message} mode={mode} />
    ))}
  </ol>
)

function ToolView({ tool, reading }: { tool: Tool; reading: Reading }) {
  const { name, description, parameters, rest } = tool
  return (
    <div className={styles['box']}>
      <p className={styles['facts']}>
        <Icon name="tool" size={12} />
        <b>
          <MarkedText text={name} />
        </b>
      </p>
      {description !== undefined && <PlainText text={description} />}
      {parameters !== undefined && (
        <details>
          <summary>Parameters</summary>
          {typeof parameters === 'string' ? (
            <BlockView block={blockOf(parameters)} name="Parameters" reading={reading} />
          ) : (
            <JsonView value={parameters} name={`Parameters of ${name}`} />
          )}
        </details>
      )}
      <RestView rest={rest} reading={reading} />
    </div>
  )
}

export function BlockView({ block, name, reading }: { block: Block; name: string; reading: Reading }) {
  switch (block.kind) {
    case 'text':
      return (
        <TextBlock
          text={block.text}
          mode={textModeOf(reading.mode, { role: reading.role, text: block.text })}
          name={name}
        />
      )
    case 'scalar':
      return <code className={styles['scalar']}>{block.text}</code>
    case 'messages':
      return block.encoded !== undefined && reading.mode === 'text' ? (
        <TextBlock text={block.encoded} mode="text" name={name} />
      ) : (
        <MessageList messages={block.messages} mode={reading.mode} />
      )
    case 'parts':
      return (
        <div className={styles['messages']}>
          {block.parts.map((part, at) => (
            <PartView key={at} part={part} reading={reading} />
          ))}
        </div>
      )
    case 'documents':
      return (
        <div className={styles['messages']}>
          {block.documents.map((document, at) => (
            <DocumentView key={at} document={document} reading={reading} />
          ))}
        </div>
      )
    case 'tools':
      return (
        <div className={styles['messages']}>
          {block.tools.map((tool, at) => (
            <ToolView key={at} tool={tool} reading={reading} />
          ))}
        </div>
      )
    case 'fields':
      return (
        <dl className={styles['fields']}>
          {block.fields.map(([field, value]) => (
            <div key={field} data-wide={value.kind !== 'text' && value.kind !== 'scalar'}>
              <dt>
                <MarkedText text={field} />
              </dt>
              <dd>
                <BlockView block={value} name={field} reading={reading} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'list':
      return (
        <ol className={styles['list']}>
          {block.items.map((item, at) => (
            <li key={at}>
              <BlockView block={item} name={`${name} ${at + 1}`} reading={reading} />
            </li>
          ))}
        </ol>
      )
    case 'tree':
      return <JsonView value={block.value} name={name} />
    default:
      return undefined
  }
}
