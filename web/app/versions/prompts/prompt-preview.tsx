// web/app/versions/prompts: data for the prompt editor: the preview of rendered messages, embeds and models to offer. Start here.
//
// The messages of a prompt, rendered with the selected row. The SDK renders them with the code of the server.
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useSession } from '../../session.tsx'
import { Button } from '../../../ui/button.tsx'
import { MessageView } from '../../../ui/content/content-view.tsx'
import { messagesOf } from '../../../ui/content/messages.ts'
import { JsonField } from '../../../ui/json/json-field.tsx'
import { Skeleton } from '../../../ui/notice.tsx'
import { membersOf } from '../../../ui/records.ts'
import type { JsonObject } from '../client.ts'
import { toJson } from '../delta.ts'
import styles from '../payload-editor.module.css'

export type RowValues = Readonly<Record<string, unknown>>

/** Renders the dialog that selects a row of a testset. */
export type RowPickerView = (picker: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onRows: (rows: readonly { readonly data: RowValues }[]) => void
}) => ReactNode

const chatUri = /^(agenta|assay):builtin:chat:/

interface RenderResult {
  readonly messages?: readonly unknown[]
  readonly error?: string
}

/** Renders the messages. The model does not matter for them, so a prompt without one is previewed, too. */
async function renderMessages(data: JsonObject, values: RowValues): Promise<RenderResult> {
  const { Prompt, PromptError } = await import('../../../../sdk/prompts/prompt.ts')
  const parameters = membersOf(data['parameters'])
  const prompt = membersOf(parameters['prompt'])
  const { uri } = data
  try {
    const content = {
      parameters: toJson({
        ...parameters,
        prompt: { ...prompt, llm_config: { model: 'any', ...membersOf(prompt['llm_config']) } },
      }),
      isChat: typeof uri === 'string' && chatUri.test(uri),
    }
    return { messages: new Prompt(content, 'server').format(values).messages }
  } catch (error) {
    if (!(error instanceof PromptError)) throw error
    return { error: error.message }
  }
}

function RenderedMessages({ data, values }: { data: JsonObject; values: RowValues }) {
  const { api, session } = useSession()
  const renderQuery = useQuery({
    queryKey: [session.project.id, 'versions', 'rendered', data, values],
    queryFn: async ({ signal }): Promise<RenderResult> => {
      const text = JSON.stringify(data['parameters'])
      if (!/@ag\.embed|@\{\{/.test(text)) return renderMessages(data, values)
      const resolvedPayload = await api.versions('workflow').resolve(data, { signal })
      if (resolvedPayload.errors.length > 0) return { error: resolvedPayload.errors.join(' ') }
      return renderMessages(resolvedPayload.data, values)
    },
    gcTime: 0,
    placeholderData: (previous) => previous,
  })
  if (renderQuery.isError) return <p className={styles['error']}>{renderQuery.error.message}</p>
  if (renderQuery.data === undefined) return <Skeleton rows={3} />
  const { messages, error } = renderQuery.data
  if (error !== undefined) {
    return (
      <p className={styles['error']} role="alert">
        {error}
      </p>
    )
  }
  return <MessageView messages={messagesOf(messages) ?? []} />
}

export function PromptPreview({
  data,
  variables,
  values,
  rowPicker,
  onValues,
}: {
  data: JsonObject
  /** The inputs that the prompt needs. */
  variables: readonly string[]
  /** The selected row; absent: none. */
  values: RowValues | undefined
  rowPicker: RowPickerView | undefined
  onValues: (values: RowValues) => void
}) {
  const [isPicking, setIsPicking] = useState(false)
  const [round, setRound] = useState(0)
  const row = values ?? Object.fromEntries(variables.map((name) => [name, '']))
  return (
    <div className={styles['preview']}>
      <section aria-label="Rendered messages">
        <RenderedMessages data={data} values={row} />
      </section>
      <section aria-label="Row of the preview" className={styles['row']}>
        {rowPicker !== undefined && <Button onClick={() => setIsPicking(true)}>Row from a testset…</Button>}
        <JsonField
          key={round}
          label="Row"
          value={row}
          schema={{ type: 'object' }}
          onValue={(next) => onValues(membersOf(next))}
        />
      </section>
      {rowPicker?.({
        open: isPicking,
        onClose: () => setIsPicking(false),
        onRows: ([row]) => {
          if (row !== undefined) onValues(row.data)
          setRound(round + 1)
        },
      })}
    </div>
  )
}
