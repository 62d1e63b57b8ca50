// Kinds of spans, each with a colour, an icon and a name.
import { Icon, type IconName } from '../../ui/icon.tsx'

interface Kind {
  readonly icon: IconName
  /** The colour token. */
  readonly token: string
}

const kinds: Readonly<Record<string, Kind>> = {
  workflow: { icon: 'workflow', token: '--kind-workflow' },
  agent: { icon: 'agent', token: '--kind-agent' },
  chain: { icon: 'chain', token: '--kind-chain' },
  task: { icon: 'task', token: '--kind-task' },
  tool: { icon: 'tool', token: '--kind-tool' },
  llm: { icon: 'model', token: '--kind-model' },
  chat: { icon: 'model', token: '--kind-model' },
  completion: { icon: 'model', token: '--kind-model' },
  embedding: { icon: 'embedding', token: '--kind-search' },
  query: { icon: 'search', token: '--kind-search' },
  rerank: { icon: 'rerank', token: '--kind-search' },
}
const unknownKind: Kind = { icon: 'task', token: '--kind-task' }

export const spanTypes = Object.keys(kinds)

export const kindOf = (spanType: string): Kind =>
  (Object.hasOwn(kinds, spanType) ? kinds[spanType] : undefined) ?? unknownKind

export function KindIcon({ type }: { type: string }) {
  const { icon, token } = kindOf(type)
  return <Icon name={icon} size={14} label={type} colour={`var(${token})`} isTitled />
}
