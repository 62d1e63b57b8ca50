// Renders blocks: fields and lists, conversations with their parts, documents, tool definitions. They are in one file because
// they are recursive: a part of a message contains blocks (arguments, results), and a block contains messages.
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

/** The role of the author and the selected mode. */
interface ViewContext {
  readonly role: string
  readonly mode: PanelMode
}

/** The remaining members, collapsed. */
function RestView({ rest, context }: { rest: Fields | undefined; context: ViewContext }) {
  if (rest === undefined) return undefined
  return (
    <details className={styles['rest']}>
      <summary>Other fields: {Object.keys(rest).join(', ')}</summary>
      <BlockView block={blockOf(rest)} name="Other fields" context={{ ...context, role: 'other' }} />
    </details>
  )
}

const Value = ({ value, name, context }: { value: unknown; name: string; context: ViewContext }) =>
  value === undefined ? undefined : <BlockView block={blockOf(value)} name={name} context={context} />

function DocumentView({ document, context }: { document: Document; context: ViewContext }) {
  const { title, id, score, text, metadata, rest } = document
  const documentContext = { ...context, role: 'document' }
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
      <TextBlock
        text={text}
        mode={textModeOf(documentContext.mode, { role: documentContext.role })}
        name={title ?? 'Document'}
      />
      <Value value={metadata} name="Metadata" context={documentContext} />
      <RestView rest={rest} context={documentContext} />
    </div>
  )
}

function PartView({ part, context }: { part: Part; context: ViewContext }) {
  const dataContext = { ...context, role: 'tool' }
  switch (part.kind) {
    case 'text':
      return (
        <>
          <TextBlock
            text={part.text}
            mode={textModeOf(context.mode, { role: context.role, text: part.text })}
          />
          <RestView rest={part.rest} context={context} />
        </>
      )
    case 'reasoning':
      return (
        <details className={styles['box']} open>
          <summary>Reasoning</summary>
          <TextBlock
            text={part.text}
            mode={textModeOf(context.mode, { role: context.role, text: part.text })}
          />
          <RestView rest={part.rest} context={context} />
        </details>
      )
    case 'media':
      return (
        <div className={styles['box']}>
          <MediaView media={part} />
          <RestView rest={part.rest} context={context} />
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
          <Value value={part.input} name={`Arguments of ${part.name}`} context={dataContext} />
          <RestView rest={part.rest} context={context} />
        </div>
      )
    case 'result':
      return (
        <div className={styles['box']}>
          <p className={styles['facts']}>
            <Icon name="left" size={12} /> result {part.name !== undefined && <b>{part.name}</b>}
            {part.id !== undefined && <code>{part.id}</code>}
          </p>
          <Value value={part.output} name="Result" context={dataContext} />
          <RestView rest={part.rest} context={context} />
        </div>
      )
    case 'document':
      return <DocumentView document={part} context={context} />
    case 'other':
      return <Value value={part.value} name="Part of the message" context={dataContext} />
    default:
      return undefined
  }
}

/** Parses JSON inside of texts, recursively. */
const parseNested = (value: unknown): unknown => {
  if (typeof value === 'string') return jsonIn(value) ?? value
  if (Array.isArray(value)) return value.map(parseNested)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, parseNested(member)]))
}

function MessageCard({ message, mode: panel }: { message: Message; mode: PanelMode }) {
  const { role, name, finish, parts, rest, source } = message
  // A later choice for the panel replaces the choice for this message.
  const [choice, setChoice] = useState<{ readonly mode: TextMode; readonly panel: PanelMode }>()
  const cardMode: PanelMode = choice?.panel === panel ? choice.mode : panel
  const first = parts.find((part) => part.kind === 'text')
  const textMode = textModeOf(cardMode, { role, ...(first === undefined ? {} : { text: first.text }) })
  const context = { role, mode: cardMode }
  const json = useMemo(() => (textMode === 'json' ? parseNested(source) : undefined), [textMode, source])
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
        <MessageModeSwitch value={textMode} onValue={(mode) => setChoice({ mode, panel })} />
        <CopyButton label="Copy message" text={() => messageText(message)} />
      </div>
      {textMode === 'json' ? (
        <JsonView value={json} name={`Message of ${role}`} />
      ) : (
        <>
          {parts.map((part, at) => (
            <PartView key={at} part={part} context={context} />
          ))}
          <RestView rest={rest} context={context} />
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

function ToolView({ tool, context }: { tool: Tool; context: ViewContext }) {
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
            <BlockView block={blockOf(parameters)} name="Parameters" context={context} />
          ) : (
            <JsonView value={parameters} name={`Parameters of ${name}`} />
          )}
        </details>
      )}
      <RestView rest={rest} context={context} />
    </div>
  )
}

export function BlockView({ block, name, context }: { block: Block; name: string; context: ViewContext }) {
  switch (block.kind) {
    case 'text':
      return (
        <TextBlock
          text={block.text}
          mode={textModeOf(context.mode, { role: context.role, text: block.text })}
          name={name}
        />
      )
    case 'scalar':
      return <code className={styles['scalar']}>{block.text}</code>
    case 'messages':
      return block.sourceText !== undefined && context.mode === 'text' ? (
        <TextBlock text={block.sourceText} mode="text" name={name} />
      ) : (
        <MessageList messages={block.messages} mode={context.mode} />
      )
    case 'parts':
      return (
        <div className={styles['messages']}>
          {block.parts.map((part, at) => (
            <PartView key={at} part={part} context={context} />
          ))}
        </div>
      )
    case 'documents':
      return (
        <div className={styles['messages']}>
          {block.documents.map((document, at) => (
            <DocumentView key={at} document={document} context={context} />
          ))}
        </div>
      )
    case 'tools':
      return (
        <div className={styles['messages']}>
          {block.tools.map((tool, at) => (
            <ToolView key={at} tool={tool} context={context} />
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
                <BlockView block={value} name={field} context={context} />
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
              <BlockView block={item} name={`${name} ${at + 1}`} context={context} />
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
