// Edits the messages of a prompt: role, text, order.
import { useId } from 'react'
import { IconButton, Button } from '../button.tsx'
import { JsonField } from '../json/json-field.tsx'
import { TemplateText, type TemplateContext } from './template-text.tsx'
import {
  addMessage,
  changeMessage,
  moveMessage,
  removeMessage,
  roles,
  type Prompt,
  type PromptMessage,
} from './prompt.ts'
import styles from './prompt-editor.module.css'

const otherMembers = (message: PromptMessage): readonly string[] =>
  Object.keys(message).filter((member) => member !== 'role' && member !== 'content')

function MessageBox({
  message,
  index,
  count,
  readOnly,
  context,
  onMessage,
  onMove,
  onRemove,
}: {
  message: PromptMessage
  index: number
  count: number
  readOnly: boolean
  context: TemplateContext
  onMessage: (message: PromptMessage) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const name = `Message ${index + 1}`
  const { content } = message
  const isKnownRole = roles.some((role) => role === message.role)
  return (
    <li className={styles['message']} data-role={message.role}>
      <div className={styles['head']}>
        {readOnly ? (
          <b>{message.role}</b>
        ) : (
          <select
            aria-label={`${name}: role`}
            value={message.role}
            onChange={(event) => onMessage({ ...message, role: event.target.value })}
          >
            {(isKnownRole ? roles : [message.role, ...roles]).map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        )}
        {!readOnly && (
          <span className={styles['tools']}>
            <IconButton
              icon="up"
              label={`Move message ${index + 1} up`}
              disabled={index === 0}
              onClick={() => onMove(-1)}
            />
            <IconButton
              icon="down"
              label={`Move message ${index + 1} down`}
              disabled={index === count - 1}
              onClick={() => onMove(1)}
            />
            <IconButton icon="trash" label={`Remove message ${index + 1}`} onClick={onRemove} />
          </span>
        )}
      </div>
      {typeof content === 'string' || content === null || content === undefined ? (
        <TemplateText
          label={name}
          value={content ?? ''}
          readOnly={readOnly}
          placeholder={readOnly ? '' : 'Text with {{placeholders}}'}
          context={context}
          onValue={(text) => onMessage({ ...message, content: text })}
        />
      ) : (
        <JsonField
          label={`${name}: parts`}
          value={content}
          readOnly={readOnly}
          onValue={(parts) => onMessage({ ...message, content: Array.isArray(parts) ? parts : [] })}
        />
      )}
      {otherMembers(message).map((member) => (
        <JsonField
          key={member}
          label={`${name}: ${member}`}
          value={message[member]}
          readOnly={readOnly}
          onValue={(value) => onMessage({ ...message, [member]: value })}
        />
      ))}
    </li>
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
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        Messages
      </h2>
      <ol className={styles['messages']}>
        {prompt.messages.map((message, at) => (
          <MessageBox
            // Messages have no ids; their position identifies them.
            key={at}
            message={message}
            index={at}
            count={prompt.messages.length}
            readOnly={readOnly}
            context={context}
            onMessage={(next) => onPrompt(changeMessage(prompt, at, next))}
            onMove={(by) => onPrompt(moveMessage(prompt, at, by))}
            onRemove={() => onPrompt(removeMessage(prompt, at))}
          />
        ))}
      </ol>
      {prompt.messages.length === 0 && readOnly && <p className={styles['none']}>No messages.</p>}
      {!readOnly && (
        <Button icon="plus" onClick={() => onPrompt(addMessage(prompt))}>
          Add message
        </Button>
      )}
    </section>
  )
}
