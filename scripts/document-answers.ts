// Reads answers from the OpenAPI document. Answers that several operations share are among its components.

type Response<Content> = { readonly content?: Content } | { readonly $ref: string }

export interface WithResponses<Content> {
  readonly responses: Readonly<Record<string, Response<Content>>>
}

export interface WithComponents<Content> {
  readonly components: { readonly responses: Readonly<Record<string, { readonly content?: Content }>> }
}

/** The answer of an operation that succeeds. */
export function successOf<Content>(
  document: WithComponents<Content>,
  { responses }: WithResponses<Content>,
): Content | undefined {
  const response = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  if (response === undefined || !('$ref' in response)) return response?.content
  return document.components.responses[response.$ref.split('/').at(-1) ?? '']?.content
}
