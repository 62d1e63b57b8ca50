// Edits the messages of a prompt: role, text, images and files, tool calls, order.
import { useId } from 'react'
import { IconButton, Button } from '../button.tsx'
import { JsonField } from '../json/json-field.tsx'
import { addPart, removePart } from './content-parts.ts'
import { PartEditor } from './part-editor.tsx'
import {
  addMessage,
  changeMessage,
  moveMessage,
  newToolCall,
  removeMessage,
  roles,
  type Prompt,
  type PromptMessage,
} from './prompt.ts'
import { TemplateText, type TemplateContext } from './template-text.tsx'
import styles from './prompt-editor.module.css'

/** Members that are short texts. */
const textMembers = ['name', 'tool_call_id'] as const

const memberText = (message: PromptMessage, member: string): string | undefined =>
  typeof message[member] === 'string' ? message[member] : undefined

const otherMembers = (message: PromptMessage): readonly string[] =>
  Object.keys(message).filter((member) => {
    const isText = textMembers.some((one) => one === member) && memberText(message, member) !== undefined
    return member !== 'role' && member !== 'content' && !isText
  })

interface BoxProps {
  readonly message: PromptMessage
  readonly index: number
  readonly count: number
  readonly readOnly: boolean
  readonly context: TemplateContext
  readonly onMessage: (message: PromptMessage) => void
  readonly onMove: (by: -1 | 1, focus: 'text' | 'button') => void
  readonly onRemove: () => void
}

function MessageHead({ message, index, count, readOnly, onMessage, onMove, onRemove }: BoxProps) {
  const list = useId()
  if (readOnly) {
    return (
      <div className={styles['head']}>
        <b>{message.role}</b>
      </div>
    )
  }
  return (
    <div className={styles['head']}>
      <input
        aria-label={`Message ${index + 1}: role`}
        value={message.role}
        list={list}
        spellCheck={false}
        aria-invalid={message.role === ''}
        onChange={(event) => onMessage({ ...message, role: event.target.value })}
      />
      <datalist id={list}>
        {roles.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </datalist>
      <span className={styles['tools']}>
        <IconButton
          icon="up"
          label={`Move message ${index + 1} up`}
          disabled={index === 0}
          onClick={() => onMove(-1, 'button')}
        />
        <IconButton
          icon="down"
          label={`Move message ${index + 1} down`}
          disabled={index === count - 1}
          onClick={() => onMove(1, 'button')}
        />
        <IconButton icon="trash" label={`Remove message ${index + 1}`} onClick={onRemove} />
      </span>
    </div>
  )
}

function MessageContent({ message, index, readOnly, context, onMessage, onMove }: BoxProps) {
  const name = `Message ${index + 1}`
  const { content } = message
  if (typeof content === 'string' || content === null || content === undefined) {
    return (
      <TemplateText
        label={name}
        value={content ?? ''}
        readOnly={readOnly}
        placeholder={readOnly ? '' : 'Text with {{placeholders}}'}
        context={context}
        onValue={(text) => onMessage({ ...message, content: text })}
        onMove={(by) => onMove(by, 'text')}
      />
    )
  }
  return content.map((part, at) => (
    // Parts have no ids.
    <PartEditor
      key={at}
      label={`${name}, part ${at + 1}`}
      part={part}
      readOnly={readOnly}
      context={context}
      onPart={(next) => onMessage({ ...message, content: content.with(at, next) })}
      onRemove={() => onMessage(removePart(message, at))}
    />
  ))
}

/** The name and the tool call id of a message as fields, other members as JSON. */
function MessageMembers({ message, index, readOnly, onMessage }: BoxProps) {
  const name = `Message ${index + 1}`
  const texts = textMembers.filter(
    (member) =>
      memberText(message, member) !== undefined ||
      (member === 'tool_call_id' && message.role === 'tool' && message[member] === undefined),
  )
  return (
    <>
      {texts.map((member) => (
        <label key={member} className={styles['member']}>
          {member}
          <input
            aria-label={`${name}: ${member}`}
            value={memberText(message, member) ?? ''}
            readOnly={readOnly}
            spellCheck={false}
            onChange={({ target }) => onMessage({ ...message, [member]: target.value })}
          />
        </label>
      ))}
      {otherMembers(message).map((member) => (
        <JsonField
          key={member}
          label={`${name}: ${member}`}
          value={message[member]}
          readOnly={readOnly}
          onValue={(value) => onMessage({ ...message, [member]: value })}
        />
      ))}
    </>
  )
}

/** Roles whose messages are texts for all providers. */
const textRoles: ReadonlySet<string> = new Set(['system', 'developer', 'assistant'])

function MediaActions({ message, index, onMessage }: BoxProps) {
  const name = `message ${index + 1}`
  return (
    <>
      <Button
        look="quiet"
        icon="plus"
        aria-label={`Add image to ${name}`}
        onClick={() => onMessage(addPart(message, 'image'))}
      >
        Image
      </Button>
      <Button
        look="quiet"
        icon="plus"
        aria-label={`Add file to ${name}`}
        onClick={() => onMessage(addPart(message, 'file'))}
      >
        File
      </Button>
    </>
  )
}

function MessageActions(box: BoxProps) {
  const { message, index, onMessage } = box
  return (
    <div className={styles['adds']}>
      {!textRoles.has(message.role) && <MediaActions {...box} />}
      {message.role === 'assistant' && message['tool_calls'] === undefined && (
        <Button
          look="quiet"
          icon="plus"
          aria-label={`Add tool call to message ${index + 1}`}
          onClick={() => onMessage({ ...message, tool_calls: [newToolCall] })}
        >
          Tool call
        </Button>
      )}
    </div>
  )
}

export function MessageList({
  prompt,
  readOnly,
  context,
  onPrompt,
}: {
  prompt: Prompt
  readOnly: boolean
  context: TemplateContext
  onPrompt: (prompt: Prompt) => void
}) {
  const id = useId()
  /** The focus follows the moved message. */
  const onMove = (at: number, { by, focus }: { by: -1 | 1; focus: 'text' | 'button' }): void => {
    onPrompt(moveMessage(prompt, at, by))
    const message = `${at + by + 1}`
    const label =
      focus === 'text' ? `Message ${message}` : `Move message ${message} ${by === 1 ? 'down' : 'up'}`
    requestAnimationFrame(() =>
      document
        .getElementById(id)
        ?.parentElement?.querySelector<HTMLElement>(`[aria-label="${label}"]`)
        ?.focus(),
    )
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        Messages
      </h2>
      <ol className={styles['messages']}>
        {prompt.messages.map((message, at) => {
          const box: BoxProps = {
            message,
            index: at,
            count: prompt.messages.length,
            readOnly,
            context,
            onMessage: (next) => onPrompt(changeMessage(prompt, at, next)),
            onMove: (by, focus) => onMove(at, { by, focus }),
            onRemove: () => onPrompt(removeMessage(prompt, at)),
          }
          return (
            // Messages have no ids; their position identifies them.
            <li key={at} className={styles['message']} data-role={message.role}>
              <MessageHead {...box} />
              <MessageContent {...box} />
              <MessageMembers {...box} />
              {!readOnly && <MessageActions {...box} />}
            </li>
          )
        })}
      </ol>
      {prompt.messages.length === 0 && readOnly && <p className={styles['none']}>No messages.</p>}
      {!readOnly && (
        <Button
          icon="plus"
          title="Alt+Up and Alt+Down move a message"
          onClick={() => onPrompt(addMessage(prompt))}
        >
          Add message
        </Button>
      )}
    </section>
  )
}
