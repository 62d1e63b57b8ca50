// web/ui/content: the view of stored values. All pages show messages, inputs and outputs with it.
//
// invisible.ts, plain-text.tsx   text as stored, with invisible characters marked
// markdown.tsx                   Markdown as elements, nothing dropped
// members.ts -> parts.ts -> messages.ts -> blocks.ts   from a value to blocks, without React
// block-view.tsx, media-view.tsx, text-block.tsx       render blocks
// mode.tsx                       Text, Markdown or JSON: for all panels, and for one message
import { useMemo } from 'react'
import { JsonView } from '../json/json-view.tsx'
import { BlockView, MessageList } from './block-view.tsx'
import { blockOf } from './blocks.ts'
import type { Message } from './messages.ts'
import { usePanelMode } from './mode.tsx'

export function ContentView({
  value,
  name,
  role,
}: {
  value: unknown
  name: string
  /** The role for texts outside of messages. */
  role: string
}) {
  const mode = usePanelMode()
  const block = useMemo(() => blockOf(value), [value])
  if (mode === 'json' && typeof value === 'object') return <JsonView value={value} name={name} />
  return <BlockView block={block} name={name} context={{ role, mode }} />
}

export function MessageView({ messages }: { messages: readonly Message[] }) {
  return <MessageList messages={messages} mode={usePanelMode()} />
}
