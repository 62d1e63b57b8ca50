// web/app/versions/diff: differences between revisions, and the merge of two payloads.
// message-pairs.ts and merge.ts are pure.
//
// The difference of two payloads: messages word by word, other values by path.
import { useMemo } from 'react'
import { DiffLayoutSwitch } from '../../../ui/diff/diff-layout.tsx'
import { DiffView } from '../../../ui/diff/diff-view.tsx'
import type { Json, JsonObject } from '../client.ts'
import { childPointer, isEqual, isObject } from '../delta.ts'
import { messagePairs } from './message-pairs.ts'
import styles from './payload-diff.module.css'

export interface PathDiff {
  /** The path with dots between its parts. */
  readonly dottedPath: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const messagesPath = '/parameters/prompt/messages'

const member = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

/** The changed paths in the order of the payloads, without messages. */
export function changedPaths(
  before: Json | undefined,
  after: Json | undefined,
  path = '',
): readonly PathDiff[] {
  if (path === messagesPath || isEqual(before, after)) return []
  // On the path to the messages a missing object counts as empty, so that its members are listed.
  const [from, to] = messagesPath.startsWith(path) ? [before ?? {}, after ?? {}] : [before, after]
  if (isObject(from) && isObject(to) && !isEqual(from, to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return names.flatMap((name) =>
      changedPaths(member(from, name), member(to, name), childPointer(path, name)),
    )
  }
  return [{ dottedPath: path.slice(1).replaceAll('/', '.'), before, after }]
}

const messagesIn = (data: JsonObject): readonly Json[] => {
  const parameters = member(data, 'parameters')
  const prompt = isObject(parameters) ? member(parameters, 'prompt') : undefined
  const messages = isObject(prompt) ? member(prompt, 'messages') : undefined
  return Array.isArray(messages) ? messages : []
}

const textOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** The text of a message, followed by its other members. */
function messageText(message: Json | undefined): string {
  if (!isObject(message)) return textOf(message)
  const { role: _, content, ...rest } = message
  return [
    textOf(content ?? ''),
    ...Object.entries(rest).map(([name, value]) => `${name}: ${textOf(value)}`),
  ].join('\n')
}

const roleOf = (message: Json | undefined): string =>
  isObject(message) && typeof message['role'] === 'string' ? message['role'] : '?'

interface MessageDiff {
  readonly at: number
  readonly before: Json | undefined
  readonly after: Json | undefined
}

const changedMessages = (before: JsonObject, after: JsonObject): readonly MessageDiff[] =>
  messagePairs(messagesIn(before), messagesIn(after))
    .map((pair, at) => ({ ...pair, at }))
    .filter((pair) => !isEqual(pair.before, pair.after))

function MessageView({ at, before, after }: MessageDiff) {
  const role = before === undefined || after === undefined ? roleOf(after ?? before) : roleOf(after)
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return (
    <section className={styles['place']}>
      <h2>
        {role} message <i data-change={change}>{change}</i>
      </h2>
      <DiffView name={`Message ${at + 1}, ${role}`} before={messageText(before)} after={messageText(after)} />
    </section>
  )
}

const isLong = (value: Json | undefined): boolean => typeof value === 'object' || textOf(value).length > 60

function PathView({ dottedPath, before, after }: PathDiff) {
  const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
  return (
    <section className={styles['place']}>
      <h2>
        <code>{dottedPath}</code> <i data-change={change}>{change}</i>
      </h2>
      {isLong(before) || isLong(after) ? (
        <DiffView name={dottedPath} before={textOf(before)} after={textOf(after)} />
      ) : (
        <p className={styles['values']}>
          {before !== undefined && <del>{JSON.stringify(before)}</del>}
          {before !== undefined && after !== undefined && <span aria-label="changed to">→</span>}
          {after !== undefined && <ins>{JSON.stringify(after)}</ins>}
        </p>
      )}
    </section>
  )
}

export function PayloadDiff({ before, after }: { before: JsonObject; after: JsonObject }) {
  const pathDiffs = useMemo(() => changedPaths(before, after), [before, after])
  const messages = useMemo(() => changedMessages(before, after), [before, after])
  const count = pathDiffs.length + messages.length
  if (count === 0) return <p className={styles['none']}>No differences.</p>
  return (
    <div className={styles['diff']}>
      <div className={styles['head']}>
        <span>{count === 1 ? '1 change' : `${count} changes`}</span>
        <DiffLayoutSwitch />
      </div>
      {messages.map((message) => (
        <MessageView key={message.at} {...message} />
      ))}
      {pathDiffs.map((place) => (
        <PathView key={place.dottedPath} {...place} />
      ))}
    </div>
  )
}
